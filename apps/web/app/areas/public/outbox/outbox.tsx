import { RotateCw } from 'lucide-react'
import { data, Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'

export const handle = {
  layout: 'public',
  noRedirect: true,
  whileUnfinished: true,
  whileTermsDue: true,
  measured: 'never',
  // Never a page of the cache: who may read the emails depends on the viewer.
  hydrated: true,
  messages: ['outbox'],
}
export const clientMiddleware = [withMessages('outbox')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const requestContext = requestContextOf(context)
  if (!(await requestContext.settings()).demo) throw data(null, { status: 404 })
  const { current, pageSize } = tableQuery(new URL(request.url))
  const query = { current, pageSize, sortBy: 'createdAt', sort: 'desc' } as const
  const outbox = await apiOf(context)
    .call('GET /mails/outbox', { query })
    .catch((error: unknown) => {
      if (asProblem(error).status === 404) return null
      throw error
    })
  return { outbox, origin: requestContext.origin }
}

/** The emails that a demo stores instead of sending them, with links that work. */
export default function Outbox() {
  const t = useT()
  const { dateTime } = useFormats()
  const { outbox, origin } = useLoaderData<typeof loader>()
  const { revalidate, state } = useRevalidator()
  return (
    <div className="mx-auto w-full max-w-column px-4 pt-4 pb-16 md:pt-8">
      <PageTitle>{t('outbox.title')}</PageTitle>
      <h1>{t('outbox.title')}</h1>
      <p className="mt-2 text-ink-2">{outbox ? t('outbox.lead') : t('outbox.closed')}</p>
      {outbox ? (
        <Button
          className="mt-4 noscript:hidden"
          busy={state === 'loading' ? t('ui.loading') : undefined}
          onClick={() => void revalidate()}
        >
          <RotateCw aria-hidden="true" />
          {t('outbox.reload')}
        </Button>
      ) : null}
      {outbox?.data.length === 0 ? <EmptyState title={t('outbox.empty')} /> : null}
      {outbox?.data.map((mail) => (
        <article
          key={mail._id}
          aria-label={mail.subject}
          className="mt-4 rounded-lg bg-surface p-4 wrap-anywhere ring-1 ring-line md:p-5"
        >
          <h2 dir="auto" className="text-lg">
            {mail.subject}
          </h2>
          <p className="mt-0.5 text-xs text-ink-3">
            {t('outbox.to', { address: mail.to })}
            {dot}
            {dateTime(mail.createdAt)}
          </p>
          <p dir="auto" className="mt-3 text-sm whitespace-pre-line">
            {mail.readable ? <WithLinks text={mail.text} origin={origin} /> : t('outbox.unreadable')}
          </p>
        </article>
      ))}
      {outbox ? <Pagination total={outbox.total} /> : null}
    </div>
  )
}

/** Addresses of this site become links. Others are what people wrote, such as the title of a product. */
function WithLinks({ text, origin }: { text: string; origin: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 0 || !part.startsWith(`${origin}/`) ? (
      part
    ) : (
      <Link key={part} to={part} reloadDocument className="link">
        {part}
      </Link>
    ),
  )
}
