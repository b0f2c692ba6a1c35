import { CircleCheck, Clock3, FileWarning, ShieldAlert } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { visitOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { regions } from '../../../parts/regions.server.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { SettingsFrame } from '../pieces/settings-frame.tsx'
import { SendPapers, type Verification } from './send-papers.tsx'

export const handle = { messages: ['studio', 'documents', 'creator'] }
export const clientMiddleware = [withMessages('studio', 'documents', 'creator')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { data } = await visit.api.call('GET /performers/me/verification')
  return { verification: data, countries: await regions(visit.api, await visit.locale()) }
}

const openStates = new Set<Verification['status']>(['draft', 'more_info', 'rejected', 'expired'])
const tones: Record<string, Tone> = { approved: 'leaf', rejected: 'ember', expired: 'ember', pending: 'sky' }
const order = ['id_front', 'id_back', 'selfie_with_id', 'address', 'tax']

export default function VerificationPage() {
  const t = useT()
  const { verification, countries } = useLoaderData<typeof loader>()
  return (
    <SettingsFrame title={t('studio.verification.title')} detail={t('studio.verification.detail')}>
      <PageTitle>{t('studio.verification.title')}</PageTitle>
      <Standing verification={verification} />
      {openStates.has(verification.status) || verification.renewable ? (
        <SendPapers key={verification.status} verification={verification} countries={countries} />
      ) : null}
      {verification.documents.length ? <Documents verification={verification} /> : null}
      {verification.history.length ? <History verification={verification} /> : null}
    </SettingsFrame>
  )
}

function Standing({ verification }: { verification: Verification }) {
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
        <h2 className="text-lg">{t.maybe(`studio.verification.state.${status}`)}</h2>
        <p className="mt-1 text-sm">{t.maybe(`studio.verification.next.${status}`)}</p>
        {verification.reason && !good ? (
          <p
            dir="auto"
            className="mt-2 rounded-md bg-surface/60 px-3.5 py-2.5 text-sm [overflow-wrap:anywhere] whitespace-pre-line text-match"
          >
            {verification.reason}
          </p>
        ) : null}
        {verification.standing !== status &&
        (verification.standing === 'approved' || verification.standing === 'expired') ? (
          <p className="mt-2 text-sm font-[600]">{t(`creator.papers.standing.${verification.standing}`)}</p>
        ) : null}
        {good && verification.expiresOn ? (
          <p className="mt-2 text-sm">
            {t(verification.renewable ? 'creator.papers.renewSoon' : 'creator.papers.validUntil', {
              date: date(verification.expiresOn),
            })}
          </p>
        ) : null}
        {verification.submittedAt ? (
          <p className="mt-2 text-xs">
            {t('studio.verification.sentOn', { date: date(verification.submittedAt) })}
            {verification.decidedAt
              ? ` · ${t('studio.verification.decidedOn', { date: date(verification.decidedAt) })}`
              : ''}
          </p>
        ) : null}
        {good ? (
          <ButtonLink to="/creator/posts/new" look="ink" size="sm" className="mt-4">
            {t('studio.newPost')}
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
      <h2 className="text-lg">{t('studio.verification.papers')}</h2>
      <p className="mt-0.5 text-xs text-ink-3">{t('studio.verification.papersHint')}</p>
      <ul className="mt-2">
        {verification.documents
          .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
          .map((paper) => (
            <li
              key={`${paper.kind}-${paper.createdAt}`}
              className="flex items-start justify-between gap-4 border-t border-line py-3 first:border-0"
            >
              <div className="min-w-0">
                <p className="font-[600]">{t.maybe(`studio.verification.kind.${paper.kind}`)}</p>
                <p className="text-xs text-ink-3">
                  {t('studio.verification.sentOn', { date: date(paper.createdAt) })}
                  {paper.expiresOn ? ` · ${t('studio.verification.expiresOn', { date: date(paper.expiresOn) })}` : ''}
                </p>
                {Object.values(paper.fieldReasons).map((reason) => (
                  <p
                    key={reason}
                    dir="auto"
                    className="mt-1 text-sm [overflow-wrap:anywhere] text-danger-text text-match"
                  >
                    {reason}
                  </p>
                ))}
              </div>
              <Badge tone={tones[paper.status] ?? 'quiet'}>
                {t.maybe(`studio.verification.paperState.${paper.status}`)}
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
      <h2 className="text-lg">{t('creator.papers.history')}</h2>
      <ol className="mt-2">
        {verification.history.map(({ status, reason, submittedAt, decidedAt }) => (
          <li key={submittedAt ?? decidedAt ?? status} className="border-t border-line py-3 first:border-0">
            <p className="font-[600]">{t.maybe(`studio.verification.state.${status}`)}</p>
            <p className="text-xs text-ink-3">
              {submittedAt ? t('studio.verification.sentOn', { date: date(submittedAt) }) : ''}
              {decidedAt ? ` · ${t('studio.verification.decidedOn', { date: date(decidedAt) })}` : ''}
            </p>
            {reason && status !== 'approved' ? (
              <p dir="auto" className="mt-1 text-sm [overflow-wrap:anywhere] whitespace-pre-line text-ink-2 text-match">
                {reason}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
