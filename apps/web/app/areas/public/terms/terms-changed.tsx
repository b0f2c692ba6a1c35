import { LogOut } from 'lucide-react'
import { Form, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { formAction } from '../../../api/form-action.server.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import { Logo } from '../../../parts/site/logo.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { sameSite } from '../auth/redirect.ts'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'blank', measured: 'never', messages: ['terms', 'errors'], noRedirect: true }
export const clientMiddleware = [withMessages('terms', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const requestContext = requestContextOf(context)
  const back = sameSite(new URL(request.url).searchParams.get('back'))
  if (!(await requestContext.me())) throw redirect('/auth/login')
  const { data: terms } = await apiOf(context).call('GET /users/me/terms')
  if (!terms.isDue) throw redirect(back)
  return { terms, back }
}

export const action = formAction('POST /users/me/terms', {
  onDone: (_, { text }) => redirect(sameSite(text('back') || '/')),
})

/** The only page for a user who has not accepted the current terms: what is new, and the available actions. */
export default function TermsChanged() {
  const t = useT()
  const { locale } = usePageInfo()
  const { terms, back } = useLoaderData<typeof loader>()
  const form = useActionForm<typeof action>()
  return (
    <main id="main" className="mx-auto flex min-h-dvh w-full max-w-[30rem] flex-col px-5 py-8 sm:justify-center">
      <PageTitle>{t('terms.title')}</PageTitle>
      <Logo to="/terms-changed" />
      <h1 className="mt-7 text-3xl">{t('terms.title')}</h1>
      <p className="mt-2 text-base leading-6 text-ink-2 text-pretty">{t('terms.lead')}</p>
      {terms.summary ? (
        <section aria-labelledby="what" className="mt-6 rounded-lg bg-surface-2 px-4 py-3.5">
          <h2 id="what" className="text-sm">
            {t('terms.what')}
          </h2>
          <p
            dir="auto"
            lang={terms.summary.locale === locale ? undefined : terms.summary.locale}
            className="mt-1 whitespace-pre-line text-ink-2 wrap-anywhere"
          >
            {terms.summary.text}
          </p>
        </section>
      ) : null}
      <p className="mt-5">
        {t.rich('terms.read', {
          terms: (text) => (
            <Link to="/page/terms" className="link">
              {text}
            </Link>
          ),
          privacy: (text) => (
            <Link to="/page/privacy" className="link">
              {text}
            </Link>
          ),
        })}
      </p>
      <ActionForm form={form} replace className="mt-6 flex flex-col gap-5">
        <input type="hidden" name={form.name('version')} value={terms.version} />
        <input type="hidden" name="back" value={back} />
        <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('ui.saving') : undefined}>
          {t('terms.accept')}
        </Button>
      </ActionForm>
      <div className="mt-4 flex flex-wrap items-center justify-center gap-x-6 gap-y-1">
        <Form method="post" action="/auth/logout" reloadDocument>
          <Button type="submit" variant="ghost">
            <LogOut aria-hidden="true" className="rtl:-scale-x-100" />
            {t('ui.account.logOut')}
          </Button>
        </Form>
        <Link to="/user/privacy/close" className="inline-flex min-h-11 items-center text-sm text-ink-3 hover:text-ink">
          {t('terms.leave')}
        </Link>
      </div>
    </main>
  )
}
