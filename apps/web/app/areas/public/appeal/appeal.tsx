import { Info } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { formAction } from '../../../api/form-action.server.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Field, Textarea } from '../../../ui/field.tsx'
import { EmptyState } from '../../../ui/states.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { signIn: 'optional', noRedirect: true, messages: ['report', 'errors', 'fields'] }
export const clientMiddleware = [withMessages('report', 'errors', 'fields')]
export const meta = () => [
  { name: 'robots', content: 'noindex' },
  // Without scripts, a form of a page that sends no referrer at all has no Origin either, and is refused.
  { name: 'referrer', content: 'same-origin' },
]

type Decision = Reply<'GET /reports/decisions/:id'>['data']
const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The mailed link names one decision and proves that it was mailed. Signed in, one sees one's own without it. */
function named(url: string): { id: string; token: string | undefined } | null {
  const [id = '', token] = (new URL(url).searchParams.get('token') ?? new URL(url).searchParams.get('id') ?? '').split(
    '.',
  )
  return isId.test(id) ? { id, token } : null
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const one = named(request.url)
  const cursor = new URL(request.url).searchParams.get('cursor')
  const decision = one
    ? await api
        .call('GET /reports/decisions/:id', { params: { id: one.id }, query: one.token ? { token: one.token } : {} })
        .then(
          ({ data }) => data,
          (error: unknown) => {
            if (asProblem(error).status >= 500) throw error
            return null
          },
        )
    : null
  const list = one
    ? null
    : await api.call('GET /reports/decisions', { query: cursor ? { cursor } : {} }).catch((error: unknown) => {
        if (asProblem(error).status !== 401) throw error
        return null
      })
  return { decision, list }
}

export const action = formAction('POST /reports/decisions/:id/appeal', {
  input: ({ request }) => ({ params: { id: named(request.url)?.id ?? '' } }),
  keep: ['text'],
})

/** Decisions about what one published, their reasons, and the form to appeal. */
export default function Appeal() {
  const t = useT()
  const me = useMe()
  const { decision, list } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto w-full max-w-160 px-4 pb-16 md:pt-6">
      <PageTitle>{t('report.appeal.title')}</PageTitle>
      <PageHead title={t('report.appeal.title')} detail={t('report.appeal.lead')} back={me ? '/user/account' : '/'} />
      {decision ? (
        <OneDecision decision={decision} />
      ) : list ? (
        <Decisions list={list} />
      ) : (
        <EmptyState
          title={t('report.appeal.title')}
          action={
            me ? null : (
              <ButtonLink variant="primary" to="/auth/login?redirect=/appeal">
                {t('report.appeal.login')}
              </ButtonLink>
            )
          }
        >
          {t('report.appeal.dead')}
        </EmptyState>
      )}
    </div>
  )
}

function Decisions({ list }: { list: Reply<'GET /reports/decisions'> }) {
  const t = useT()
  const { date } = useFormats()
  if (list.data.length === 0)
    return <EmptyState title={t('report.appeal.none')}>{t('report.appeal.noneHint')}</EmptyState>
  return (
    <>
      <ul className="grid gap-3">
        {list.data.map((entry) => (
          <li key={entry._id} className="rounded-lg bg-surface p-4 ring-1 ring-line">
            <p className="font-bold wrap-anywhere">
              <bdi>{entry.title || t('report.appeal.number', { number: entry.number })}</bdi>
            </p>
            <p className="mt-0.5 text-sm text-ink-2">{t(`report.appeal.action.${entry.action}`)}</p>
            <p className="mt-0.5 text-xs text-ink-3">{t('report.appeal.decided', { on: date(entry.decidedAt) })}</p>
            <Link to={`?id=${entry._id}`} className="link mt-2 inline-block text-sm">
              {t('report.appeal.open')}
            </Link>
          </li>
        ))}
      </ul>
      {list.nextCursor ? (
        <p className="mt-4 text-center">
          <ButtonLink variant="outline" to={`?cursor=${list.nextCursor}`}>
            {t('report.appeal.more')}
          </ButtonLink>
        </p>
      ) : null}
    </>
  )
}

function OneDecision({ decision }: { decision: Decision }) {
  const t = useT()
  const { date } = useFormats()
  return (
    <>
      <section className="rounded-lg bg-surface p-5 ring-1 ring-line">
        <h2 className="text-lg wrap-anywhere">
          <bdi>{decision.title || t('report.appeal.decision')}</bdi>
        </h2>
        <p className="num mt-0.5 text-xs text-ink-3">
          {t('report.appeal.number', { number: decision.number })}
          {dot}
          {t('report.appeal.decided', { on: date(decision.decidedAt) })}
        </p>
        <dl className="mt-4 grid gap-3 text-sm">
          <Term name={t('report.appeal.decision')}>{t(`report.appeal.action.${decision.action}`)}</Term>
          <Term name={t('report.appeal.rule')}>{t(`report.category.${decision.category}`)}</Term>
          <Term name={t('report.appeal.reason')}>{decision.statement}</Term>
        </dl>
      </section>
      {decision.appeal ? <Outcome appeal={decision.appeal} /> : null}
      {decision.can.appeal ? (
        <AppealForm decision={decision} />
      ) : decision.appeal ? null : (
        <p className="mt-4 text-sm text-ink-2">{t('report.appeal.ended')}</p>
      )}
    </>
  )
}

function Term({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
        {children}
      </dd>
    </div>
  )
}

function Outcome({ appeal }: { appeal: NonNullable<Decision['appeal']> }) {
  const t = useT()
  return (
    <section className="mt-4 rounded-lg bg-surface p-5 ring-1 ring-line">
      <p role="status" className="flex gap-2.5 font-bold">
        <Info className="icon mt-0.5 shrink-0" aria-hidden="true" />
        {t(appeal.outcome ? `report.appeal.${appeal.outcome}` : 'report.appeal.waiting')}
      </p>
      {appeal.statement ? (
        <p dir="auto" className="mt-2 text-sm whitespace-pre-line wrap-anywhere">
          {appeal.statement}
        </p>
      ) : null}
      <dl className="mt-3 text-sm">
        <Term name={t('report.appeal.yours')}>{appeal.text}</Term>
      </dl>
    </section>
  )
}

function AppealForm({ decision }: { decision: Decision }) {
  const t = useT()
  const { date } = useFormats()
  const form = useActionForm<typeof action>()
  const [search] = useSearchParams()
  const token = search.get('token')?.split('.')[1]
  return (
    <section className="mt-4 rounded-lg bg-surface p-5 ring-1 ring-line">
      <h2 className="text-lg">{t('report.appeal.formTitle')}</h2>
      <p className="mt-0.5 mb-4 text-sm text-ink-2">{t('report.appeal.until', { on: date(decision.appealUntil) })}</p>
      <ActionForm form={form} className="flex flex-col gap-4">
        {token ? <input type="hidden" name={form.name('token')} value={token} /> : null}
        <Field label={t('report.appeal.text')} name={form.name('text')} hint={t('report.appeal.textHint')} required>
          <Textarea rows={6} minLength={10} maxLength={2000} dir="auto" defaultValue={form.typed?.['text'] ?? ''} />
        </Field>
        <Button type="submit" variant="primary" wide busy={form.busy ? t('report.appeal.sending') : undefined}>
          {t('report.appeal.submit')}
        </Button>
      </ActionForm>
    </section>
  )
}
