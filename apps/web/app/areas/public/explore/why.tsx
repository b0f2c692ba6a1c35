import { type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { shareMeta } from '../../../parts/site/share-meta.ts'

export const handle = { messages: ['reasons'] }
export const clientMiddleware = [withMessages('reasons')]
const reasons = [
  'popular_with_followers',
  'popular_this_week',
  'popular_in',
  'new_this_week',
  'because_you_follow',
  'most_followed',
  'lately_active',
  'newest',
  'by_name',
  'name_match',
  'near_match',
  'text_match',
  'chance',
] as const

export async function loader({ context }: LoaderFunctionArgs) {
  const requestContext = requestContextOf(context)
  const { siteName, supportedLocales } = await requestContext.settings()
  return { origin: requestContext.origin, locale: await requestContext.locale(), siteName, locales: supportedLocales }
}
export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData ? shareMeta({ ...loaderData, path: '/explore/why', image: '/og.png' }) : []

/** Every rule that determines a list, as text. */
export default function WhyPage() {
  const t = useT()
  const dots = { name: '…', category: '…' }
  return (
    <div className="mx-auto w-full max-w-narrow px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('reasons.title')}</PageTitle>
      <meta name="description" content={t('reasons.lead')} />
      <PageHead title={t('reasons.title')} back="/explore" />
      <p className="text-ink-2 md:text-base">{t('reasons.lead')}</p>
      <p className="mt-3 text-ink-2">{t('reasons.rule')}</p>
      <dl className="mt-6 grid gap-5">
        {reasons.map((code) => (
          <div key={code} id={code} className="scroll-mt-24">
            <dt className="font-bold">{t(`reasons.${code}`, dots)}</dt>
            <dd className="mt-0.5 text-ink-2">{t.maybe(`reasons.${code}.more`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
