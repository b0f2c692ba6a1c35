import { useEffect, useRef } from 'react'
import { Form, type LoaderFunctionArgs, useParams, useSearchParams, useSubmit } from 'react-router'
import { customFormAction } from '../../../api/form-action.server.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { leadOn } from './after-sign-in.ts'
import { AuthPage } from './auth-page.tsx'
import { providerOf } from './provider.ts'
import { ProviderRefused } from './provider-refused.tsx'

// The provider redirects the browser to this page. The GET request changes nothing; the form does, and submits itself.

export { clientAction } from '../../../api/offline.ts'
export const handle = {
  layout: 'public',
  measured: 'never',
  noRedirect: true,
  hydrated: true,
  messages: ['auth', 'providers', 'errors'],
}
export const clientMiddleware = [withMessages('auth', 'providers', 'errors')]
export const meta = () => [
  { name: 'robots', content: 'noindex' },
  // The URL must not be sent to other sites. Our own form still sends its origin.
  { name: 'referrer', content: 'same-origin' },
]

export function loader({ params }: LoaderFunctionArgs) {
  providerOf(params)
  return null
}

export const action = customFormAction<Response>(async ({ text, params, context, api }) => {
  const answer =
    providerOf(params) === 'google'
      ? await api.call('POST /auth/google/token', {
          body: { code: text('code'), state: text('state'), ...(text('iss') && { iss: text('iss') }) },
        })
      : await api.call('POST /auth/twitter/callback', {
          body: { oauthToken: text('oauth_token'), oauthVerifier: text('oauth_verifier') },
        })
  return leadOn(context, answer.data)
})

const parts = { google: ['code', 'state', 'iss'], twitter: ['oauth_token', 'oauth_verifier'] } as const

export default function Callback() {
  const t = useT()
  const [search] = useSearchParams()
  const provider = useParams()['provider'] === 'google' ? 'google' : 'twitter'
  const form = useActionForm<typeof action>()
  const wasCancelled = search.has('denied') || search.has('error')
  const isSent = useSelfSending(!form.problem && !wasCancelled)
  if (wasCancelled) return <ProviderRefused problem={null} />
  if (form.problem) return <ProviderRefused problem={form.problem} />
  const name = t(`providers.name.${provider}`)
  const title = t('providers.arriving', { name })
  return (
    <AuthPage title={title} lead={t('providers.arrivingLead')}>
      <title>{title}</title>
      <Form method="post" ref={isSent}>
        {parts[provider].map((part) => (
          <input key={part} type="hidden" name={part} value={search.get(part) ?? ''} />
        ))}
        <Button type="submit" variant="primary" size="lg" wide>
          {t('providers.signIn')}
        </Button>
      </Form>
    </AuthPage>
  )
}

/** Submits the form once the page is hydrated. Without scripts, the user clicks the button. */
function useSelfSending(isWanted: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  // Once: a second sending would find the answer used.
  const isSent = useRef(false)
  useEffect(() => {
    if (!isWanted || isSent.current || !form.current) return
    isSent.current = true
    void submit(form.current)
  }, [isWanted, submit])
  return form
}
