import { useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { customFormAction } from '../../../api/form-action.server.ts'
import { requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useActionForm } from '../../../parts/forms/action-form.tsx'
import { regions } from '../../../parts/geo/regions.server.ts'
import { useSite } from '../../../parts/site/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { AuthPage } from './auth-page.tsx'
import { fieldNames, fileNames } from './creator-fields.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { CreatorForm } from './creator-form.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', signIn: 'none', messages: ['auth', 'providers', 'documents', 'errors'] }
export const clientMiddleware = [withMessages('auth', 'providers', 'documents', 'errors')]

const yearsMin = 18
export async function loader({ context }: LoaderFunctionArgs) {
  const requestContext = requestContextOf(context)
  const newest = new Date()
  newest.setUTCFullYear(newest.getUTCFullYear() - yearsMin)
  return {
    regions: await regions(requestContext.api, await requestContext.locale()),
    bornBefore: newest.toISOString().slice(0, 10),
    yearsMin,
    likelyCountry: requestContext.country ?? '',
  }
}

/** Without scripts the whole form arrives here at once. With them the browser sends it to the API and shows the progress. */
export const action = customFormAction<true>(async ({ form, context, api }) => {
  const body = new FormData()
  for (const name of fieldNames) body.set(name, form.get(name) ?? '')
  for (const name of fileNames) body.set(name, form.get(name) ?? '')
  body.set('locale', await requestContextOf(context).locale())
  await api.call('POST /auth/performers/register', { body })
  return true
})

export default function RegisterCreator() {
  const t = useT()
  const { percent } = useFormats()
  const { creatorShare } = useSite()
  const form = useActionForm<typeof action>()
  const [sent, setSent] = useState(false)
  if (sent || form.done) return <Sent />
  return (
    <AuthPage
      wide
      image="kiln"
      title={t('auth.creator.title')}
      lead={t('auth.creator.lead', { share: percent(creatorShare) })}
      foot={t.rich('auth.register.haveAccount', {
        link: (text) => (
          <Link to="/auth/login" className="link">
            {text}
          </Link>
        ),
      })}
    >
      <title>{t('auth.creator.title')}</title>
      <CreatorForm refused={form.problem} onSent={() => setSent(true)} />
      <ProviderButtons forCreators />
    </AuthPage>
  )
}

function Sent() {
  const t = useT()
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-6 py-20 text-center">
      <title>{t('auth.creator.sentTitle')}</title>
      <Fanlight share={1} opening className="w-40" />
      <h1 className="mt-8 text-3xl">{t('auth.creator.sentTitle')}</h1>
      <p role="status" className="mt-3 text-lg text-ink-2">
        {t('auth.creator.sent')}
      </p>
      <ButtonLink variant="primary" size="lg" to="/auth/login?redirect=/creator" className="mt-7">
        {t('auth.creator.setUp')}
      </ButtonLink>
    </div>
  )
}
