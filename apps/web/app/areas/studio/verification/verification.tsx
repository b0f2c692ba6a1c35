import { CircleCheck, Clock3, FileWarning, ShieldAlert } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { regions } from '../../../parts/geo/regions.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { SettingsFrame } from '../pieces/settings-frame.tsx'
import { documentTones, sortedDocuments } from './documents.ts'
import { SendDocuments, type Verification } from './send-documents.tsx'

export const handle = { messages: ['studio', 'documents', 'creator'] }
export const clientMiddleware = [withMessages('studio', 'documents', 'creator')]

export async function loader({ context }: LoaderFunctionArgs) {
  const requestContext = requestContextOf(context)
  const { data } = await requestContext.api.call('GET /performers/me/verification')
  return { verification: data, countries: await regions(requestContext.api, await requestContext.locale()) }
}

const openStates = new Set<Verification['status']>(['draft', 'more_info', 'rejected', 'expired'])

export default function VerificationPage() {
  const t = useT()
  const { verification, countries } = useLoaderData<typeof loader>()
  return (
    <SettingsFrame title={t('studio.verification.title')} detail={t('studio.verification.detail')}>
      <PageTitle>{t('studio.verification.title')}</PageTitle>
      <ReviewStatus verification={verification} />
      {openStates.has(verification.status) || verification.renewable ? (
        <SendDocuments key={verification.status} verification={verification} countries={countries} />
      ) : null}
      {verification.documents.length ? <Documents verification={verification} /> : null}
      {verification.history.length ? <History verification={verification} /> : null}
    </SettingsFrame>
  )
}

function ReviewStatus({ verification }: { verification: Verification }) {
  const t = useT()
  const { date } = useFormats()
  const { status } = verification
  const good = status === 'approved'
  const waiting = status === 'submitted' || status === 'in_review'
  const Icon = good ? CircleCheck : waiting ? Clock3 : status === 'revoked' ? ShieldAlert : FileWarning
  const box = good
    ? 'bg-success-soft text-success-soft-ink'
    : waiting
      ? 'bg-primary-soft text-primary-soft-ink'
      : 'bg-token-soft text-token-soft-ink'
  return (
    <section className={`flex gap-4 rounded-lg p-5 ${box}`}>
      <Icon className="icon mt-0.5 size-6!" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="text-lg">{t(`studio.verification.state.${status}`)}</h2>
        <p className="mt-1 text-sm">{t(`studio.verification.next.${status}`)}</p>
        {verification.reason && !good ? (
          <p
            dir="auto"
            className="mt-2 rounded-md bg-surface/60 px-3.5 py-2.5 text-sm wrap-anywhere whitespace-pre-line text-match"
          >
            {verification.reason}
          </p>
        ) : null}
        {verification.effectiveStatus !== status &&
        (verification.effectiveStatus === 'approved' || verification.effectiveStatus === 'expired') ? (
          <p className="mt-2 text-sm font-semibold">{t(`creator.documents.status.${verification.effectiveStatus}`)}</p>
        ) : null}
        {good && verification.expiresOn ? (
          <p className="mt-2 text-sm">
            {t(verification.renewable ? 'creator.documents.renewSoon' : 'creator.documents.validUntil', {
              date: date(verification.expiresOn),
            })}
          </p>
        ) : null}
        {verification.submittedAt ? (
          <p className="mt-2 text-xs">
            {t('studio.verification.sentOn', { date: date(verification.submittedAt) })}
            {verification.decidedAt
              ? `${dot}${t('studio.verification.decidedOn', { date: date(verification.decidedAt) })}`
              : ''}
          </p>
        ) : null}
        {good ? (
          <ButtonLink to="/creator/posts/new" variant="ink" size="sm" className="mt-4">
            {t('studio.item.feed.new')}
          </ButtonLink>
        ) : null}
      </div>
    </section>
  )
}

function Documents({ verification }: { verification: Verification }) {
  const t = useT()
  const { date } = useFormats()
  return (
    <section className="rounded-lg bg-surface px-4 py-4 ring-1 ring-line md:px-5">
      <h2 className="text-lg">{t('studio.verification.documents')}</h2>
      <p className="mt-0.5 text-xs text-ink-3">{t('studio.verification.documentsHint')}</p>
      <ul className="mt-2">
        {sortedDocuments(verification.documents).map((identityDocument) => (
          <li
            key={`${identityDocument.kind}-${identityDocument.createdAt}`}
            className="flex items-start justify-between gap-4 border-t border-line py-3 first:border-0"
          >
            <div className="min-w-0">
              <p className="font-semibold">{t(`studio.verification.kind.${identityDocument.kind}`)}</p>
              <p className="text-xs text-ink-3">
                {t('studio.verification.sentOn', { date: date(identityDocument.createdAt) })}
                {identityDocument.expiresOn
                  ? `${dot}${t('studio.verification.expiresOn', { date: date(identityDocument.expiresOn) })}`
                  : ''}
              </p>
              {Object.values(identityDocument.fieldReasons).map((reason) => (
                <p key={reason} dir="auto" className="mt-1 text-sm wrap-anywhere text-danger-text text-match">
                  {reason}
                </p>
              ))}
            </div>
            <Badge tone={documentTones[identityDocument.status]}>
              {t(`studio.verification.documentState.${identityDocument.status}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was decided before: nothing of it goes away. */
function History({ verification }: { verification: Verification }) {
  const t = useT()
  const { date } = useFormats()
  return (
    <section className="rounded-lg bg-surface px-4 py-4 ring-1 ring-line md:px-5">
      <h2 className="text-lg">{t('creator.documents.history')}</h2>
      <ol className="mt-2">
        {verification.history.map(({ status, reason, submittedAt, decidedAt }) => (
          <li key={submittedAt ?? decidedAt ?? status} className="border-t border-line py-3 first:border-0">
            <p className="font-semibold">{t(`studio.verification.state.${status}`)}</p>
            <p className="text-xs text-ink-3">
              {submittedAt ? t('studio.verification.sentOn', { date: date(submittedAt) }) : ''}
              {decidedAt ? `${dot}${t('studio.verification.decidedOn', { date: date(decidedAt) })}` : ''}
            </p>
            {reason && status !== 'approved' ? (
              <p dir="auto" className="mt-1 text-sm wrap-anywhere whitespace-pre-line text-ink-2 text-match">
                {reason}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
