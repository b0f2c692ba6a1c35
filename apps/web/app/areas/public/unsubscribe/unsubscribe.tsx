import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formAction } from '../../../api/form-action.server.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', noRedirect: true, messages: ['notify', 'errors'] }
export const clientMiddleware = [withMessages('notify', 'errors')]
export const meta = () => [
  { name: 'robots', content: 'noindex' },
  // Without scripts, a form of a page that sends no referrer at all has no Origin either, and is refused.
  { name: 'referrer', content: 'same-origin' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const found = await apiOf(context)
    .call('GET /notifications/unsubscribe', { query: { token } })
    .then(
      ({ data }) => data,
      (error: unknown) => {
        if (asProblem(error).status >= 500) throw error
        return null
      },
    )
  return { token, found }
}

/** A click is required, not only the page request: mail scanners open every link in an email. */
export const action = formAction('POST /notifications/unsubscribe')

/** The page that the link in an email leads to. It works without signing in. */
export default function Unsubscribe() {
  const t = useT()
  const { token, found } = useLoaderData<typeof loader>()
  const form = useActionForm<typeof action>()
  return (
    <div className="mx-auto w-full max-w-125 px-4 pb-16 md:pt-10">
      <PageTitle>{t('notify.unsubscribe.title')}</PageTitle>
      <PageHead title={t('notify.unsubscribe.title')} />
      <div className="flex flex-col gap-5 rounded-lg bg-surface p-5 ring-1 ring-line">
        {form.done ? (
          <p role="status">{t('notify.unsubscribe.done')}</p>
        ) : found === null ? (
          <p role="alert">{t('notify.unsubscribe.dead')}</p>
        ) : found.isOn ? (
          <>
            <p>
              {found.topic === 'all'
                ? t('notify.unsubscribe.leadAll')
                : t('notify.unsubscribe.lead', { topic: t(`notify.topic.${found.topic}`) })}
            </p>
            <ActionForm form={form}>
              <input type="hidden" name={form.name('token')} value={token} />
              <Button
                type="submit"
                variant="primary"
                size="lg"
                wide
                busy={form.busy ? t('notify.unsubscribe.working') : undefined}
              >
                {t('notify.unsubscribe.button')}
              </Button>
            </ActionForm>
          </>
        ) : (
          <p role="status">{t('notify.unsubscribe.already')}</p>
        )}
        {form.done || !found?.isOn ? (
          <ButtonLink to="/user/notifications" variant="quiet">
            {t('notify.unsubscribe.settings')}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  )
}
