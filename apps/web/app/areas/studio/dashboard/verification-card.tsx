import { BadgeCheck, FileWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { correctionName, documentTones, sortedDocuments, stateTones } from '../verification/documents.ts'

export type Verification = Reply<'GET /performers/me/verification'>['data']

/** Whether staff sent the documents back: then the creator has to do something, and it comes before everything else. */
export const wantsDocuments = ({ status }: Pick<Verification, 'status'>): boolean =>
  status === 'more_info' || status === 'rejected'

/** What staff want again, in their words, above the steps. */
export function DocumentsWanted({ verification }: { verification: Verification }) {
  const t = useT()
  const { status, reason, fieldReasons } = verification
  return (
    <Notice
      icon={<FileWarning className="icon" aria-hidden="true" />}
      look="bg-danger-soft text-danger-soft-ink"
      title={t(`studio.verification.state.${status}`)}
    >
      {reason ? (
        <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-match">
          {reason}
        </p>
      ) : null}
      {Object.entries(fieldReasons).map(([name, why]) => (
        <p key={name} className="text-sm wrap-anywhere">
          <b>{t.maybe(correctionName(name)) ?? name}:</b> <bdi>{why}</bdi>
        </p>
      ))}
      <ButtonLink to="/creator/verification" variant="primary" className="mt-3">
        {t('studio.verification.again')}
      </ButtonLink>
    </Notice>
  )
}

/** Once the creator is verified: the draft that waited for it. */
export function DraftReady({ draft }: { draft: { _id: string; title: string | null } }) {
  const t = useT()
  return (
    <Notice
      icon={<BadgeCheck className="icon" aria-hidden="true" />}
      look="bg-success-soft text-success-soft-ink"
      title={t('studio.first.verifiedTitle')}
    >
      <p className="text-sm wrap-anywhere">
        {draft.title
          ? t.rich('studio.first.draftReadyTitled', { title: () => <bdi>{draft.title}</bdi> })
          : t('studio.first.draftReady')}
      </p>
      <ButtonLink to={`/creator/posts/${draft._id}`} variant="primary" className="mt-3">
        {t('studio.first.openDraft')}
      </ButtonLink>
    </Notice>
  )
}

interface NoticeProps {
  icon: ReactNode
  look: string
  title: string
  children: ReactNode
}
function Notice({ icon, look, title, children }: NoticeProps) {
  return (
    <section className={`flex gap-4 rounded-lg p-4 md:p-5 ${look}`}>
      <span className="mt-0.5 shrink-0">{icon}</span>
      <div className="min-w-0">
        <h2 className="mb-1 text-lg">{title}</h2>
        {children}
      </div>
    </section>
  )
}

/** How far the review is, and what became of each document. */
export function VerificationCard({ verification }: { verification: Verification }) {
  const t = useT()
  const { date } = useFormats()
  const { status, submittedAt, documents } = verification
  return (
    <section className="rounded-lg bg-surface px-4 pt-4 pb-2 ring-1 ring-line md:px-5 md:pt-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{t('studio.verification.title')}</h2>
        <Badge tone={stateTones[status] ?? 'quiet'}>{t(`studio.verification.state.${status}`)}</Badge>
      </div>
      <p className="mt-1 text-sm text-ink-2">
        {submittedAt ? `${t('studio.verification.sentOn', { date: date(submittedAt) })}. ` : ''}
        {status === 'submitted' || status === 'in_review' ? t(`studio.verification.next.${status}`) : null}
      </p>
      <ul className="mt-2">
        {sortedDocuments(documents).map(({ kind, status: state, createdAt }) => (
          <li
            key={`${kind}-${createdAt}`}
            className="flex items-center justify-between gap-3 border-t border-line py-2.5 text-sm first:border-0"
          >
            {t(`studio.verification.kind.${kind}`)}
            <Badge tone={documentTones[state]}>{t(`studio.verification.documentState.${state}`)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
