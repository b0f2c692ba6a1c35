import { Hand, TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/keys.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { countryName } from './country-name.ts'
import { Documents } from './documents.tsx'
import type { Opened } from './review-panel.tsx'
import { tones } from './states.ts'

interface DetailsProps {
  verification: Opened
  onOpened: (documentId: string) => void
  onUndo: (id: string) => void
}

/** The status, and both sides: the declared data and the account data. */
export function VerificationDetails({ verification, onOpened, onUndo }: DetailsProps) {
  const t = useT()
  const { date } = useFormats()
  const { locale } = usePageInfo()
  const { declared, profile } = verification
  const country = (code: string | null) => code && countryName(locale, code)
  const rows: { key: MessageKey; declared: string | null; account: ReactNode; differs?: boolean }[] = [
    { key: 'review.detail.name', declared: declared.legalName, account: profile.name },
    {
      key: 'review.detail.birth',
      declared: declared.dateOfBirth && date(declared.dateOfBirth),
      account: profile.dateOfBirth && `${date(profile.dateOfBirth)}${profile.age === null ? '' : ` (${profile.age})`}`,
      differs: Boolean(declared.dateOfBirth && profile.dateOfBirth && declared.dateOfBirth !== profile.dateOfBirth),
    },
    {
      key: 'review.detail.country',
      declared: country(declared.country),
      account: country(profile.country),
      differs: Boolean(declared.country && profile.country && declared.country !== profile.country),
    },
    {
      key: 'review.detail.expires',
      declared: declared.documentExpiresOn && date(declared.documentExpiresOn),
      account: null,
      differs: Boolean(declared.documentExpiresOn && Date.parse(declared.documentExpiresOn) < Date.now()),
    },
    {
      key: 'review.detail.email',
      declared: null,
      account: profile.email && (
        <>
          <Address>{profile.email}</Address>
          {profile.emailVerified ? null : ` (${t('review.unconfirmed')})`}
        </>
      ),
    },
    { key: 'review.detail.since', declared: null, account: date(profile.createdAt) },
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-3">
      <ReviewStatus verification={verification} onUndo={onUndo} />
      <table className="w-full table-fixed text-xs sm:text-sm">
        <caption className="sr-only">{t('review.compare')}</caption>
        <thead>
          <tr className="text-xs text-ink-3 [&>th]:py-1.5 [&>th]:text-start [&>th]:font-medium">
            <th scope="col" className="w-20 sm:w-36">
              <span className="sr-only">{t('review.details')}</span>
            </th>
            <th scope="col">{t('review.declared')}</th>
            <th scope="col">{t('review.account')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, declared: said, account, differs }) => (
            <tr key={key} className="border-t border-line align-top [&>td]:py-2 [&>td]:pe-3 [&>td]:wrap-anywhere">
              <th scope="row" className="py-2 pe-2 text-start text-xs font-medium text-ink-3">
                {t(key)}
              </th>
              <td className={differs ? 'font-strong text-danger-text' : ''}>
                {said ?? <span className="text-ink-3">–</span>}
                {differs ? (
                  <TriangleAlert className="icon ms-1.5 inline size-4!" aria-label={t('review.differs')} />
                ) : null}
              </td>
              <td>{account ?? <span className="text-ink-3">–</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {verification.claim?.mine === false ? null : (
        <Documents
          path={`/admin/verifications/${verification._id}/documents`}
          documents={verification.documents}
          onOpened={onOpened}
        />
      )}
      {verification.history.length > 1 ? (
        <section>
          <h3 className="text-md">{t('review.history')}</h3>
          <ol className="mt-1 text-xs">
            {verification.history.map((entry) => (
              <li key={entry._id} className="flex flex-wrap gap-x-3 border-t border-line py-2 first:border-0">
                <LocalTime at={entry.decidedAt ?? entry.createdAt} className="num w-36 text-ink-3" />
                <span className="font-semibold">{t(`review.status.${entry.status}`)}</span>
                <span className="text-ink-2">{entry.reason}</span>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </div>
  )
}

/** An address in a narrow column breaks before its signs, and within a part only where that is too long by itself. */
const Address = ({ children }: { children: string }) => (
  <bdi>
    {children.split(/(?=[@.])/).map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address, in their order
      <Fragment key={at}>
        {at > 0 ? <wbr /> : null}
        {part}
      </Fragment>
    ))}
  </bdi>
)

/** The status as text: who decided and when, who is reviewing, what was requested. */
function ReviewStatus({ verification, onUndo }: Omit<DetailsProps, 'onOpened'>) {
  const t = useT()
  const { status, claim, deciderName, decidedAt, submittedAt, reason, fieldReasons } = verification
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
        <Badge tone={tones[status] ?? 'quiet'}>{t.maybe(`review.status.${status}`)}</Badge>
        {submittedAt ? (
          <span>
            {t('review.column.waiting')} <LocalTime at={submittedAt} className="num" />
          </span>
        ) : null}
        {decidedAt && deciderName ? (
          <span>
            {t('review.decidedBy', { name: deciderName })} <LocalTime at={decidedAt} className="num" />
          </span>
        ) : null}
        {verification.undoUntil ? (
          <Button size="sm" variant="outline" onClick={() => onUndo(verification._id)}>
            {t('review.undo')}
          </Button>
        ) : null}
        {claim?.mine ? <span>{t('review.mine')}</span> : null}
      </div>
      {claim?.mine === false ? <Taken id={verification._id} claim={claim} /> : null}
      {reason ? <p className="rounded-md bg-surface-2 px-4 py-3 text-sm whitespace-pre-line">{reason}</p> : null}
      {Object.keys(fieldReasons).length ? (
        <dl className="rounded-md bg-surface-2 px-4 py-2 text-sm">
          {Object.entries(fieldReasons).map(([name, why]) => (
            <div key={name} className="flex flex-wrap gap-x-3 py-1">
              <dt className="w-36 text-xs leading-5 text-ink-3">{t.maybe(`review.field.${name}`) ?? name}</dt>
              <dd className="min-w-0 wrap-anywhere">{why}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}

function Taken({ id, claim }: { id: string; claim: NonNullable<Opened['claim']> }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working } = useMutation({ toasts: true })
  const take = async () => {
    await send('POST /admin/verifications/:id/claim', { params: { id }, body: { takeOver: true } })
    await revalidate()
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-token-soft px-4 py-2.5 text-sm text-token-soft-ink"
    >
      <p className="flex min-w-0 items-center gap-2.5">
        <Hand className="icon" aria-hidden="true" />
        <span>
          {t('review.taken', { name: claim.name })} <LocalTime at={claim.until} className="num" />
        </span>
      </p>
      <Button size="sm" variant="outline" busy={working ? t('review.working') : undefined} onClick={() => void take()}>
        {t('review.takeOver')}
      </Button>
    </div>
  )
}
