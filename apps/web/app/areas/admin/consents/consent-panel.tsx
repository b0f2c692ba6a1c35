import { useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { consentTones } from '../../../parts/account/consent-states.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { dot } from '../../../ui/dot.ts'
import { Field, Textarea } from '../../../ui/field.tsx'
import { EmptyState, Loading, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Documents } from '../creators/documents.tsx'

type Opened = Reply<'GET /admin/consents/:id'>['data']
interface ConsentPanelProps {
  consent: Opened | null
  loading: boolean
  onClose: () => void
  onDecided: () => Promise<void>
}

/** One person beside the queue: what they declared and signed, their documents, and the decision. */
export function ConsentPanel({ consent, loading, onClose, onDecided }: ConsentPanelProps) {
  const t = useT()
  const [openedHere, setOpenedHere] = useState<readonly string[]>([])
  const opened = consent?.documents.every((entry) => entry.opened || openedHere.includes(entry._id)) ?? false
  return (
    <Sheet
      open
      onOpenChange={(next) => next || onClose()}
      width={860}
      title={consent ? <bdi>{consent.name || '–'}</bdi> : loading ? t('review.opening') : t('consent.review.title')}
      description={consent ? t('consent.review.for', { creator: consent.creator.name }) : undefined}
      footer={consent ? <Decision consent={consent} opened={opened} onDecided={onDecided} /> : undefined}
    >
      {consent ? (
        <Details consent={consent} onOpened={(id) => setOpenedHere((before) => [...before, id])} />
      ) : loading ? (
        <Loading>
          <div className="grid gap-3 pb-3">
            <Skeleton className="h-6 w-56" />
            <Skeleton className="h-44" />
          </div>
        </Loading>
      ) : (
        <EmptyState
          title={t('consent.review.gone')}
          action={
            <Button variant="quiet" onClick={onClose}>
              {t('ui.close')}
            </Button>
          }
        />
      )}
    </Sheet>
  )
}

function Details({ consent, onOpened }: { consent: Opened; onOpened: (id: string) => void }) {
  const t = useT()
  const { date, dateTime } = useFormats()
  const { declared, documents, items, itemCount, release } = consent
  const rows = [
    [t('review.detail.name'), declared?.legalName],
    [t('review.detail.birth'), declared && date(declared.dateOfBirth)],
    [t('consent.review.signed'), consent.signedAt && dateTime(consent.signedAt)],
    [
      t('consent.review.downloads'),
      consent.mayDownload === null
        ? null
        : t(consent.mayDownload ? 'consent.review.allowed' : 'consent.review.forbidden'),
    ],
    [t('consent.review.ends'), consent.endsOn && date(consent.endsOn)],
    [
      t('consent.review.decided'),
      consent.decidedAt && `${dateTime(consent.decidedAt)}${dot}${consent.deciderName ?? ''}`,
    ],
  ] as const
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={consentTones[consent.status] ?? 'quiet'}>{t(`consent.status.${consent.status}`)}</Badge>
        {consent.isGuest ? null : <span className="text-sm text-ink-2">{t('consent.review.isCreator')}</span>}
      </p>
      {consent.sharedWithCreator.map((what) => (
        <p key={what} className="rounded-md bg-surface-2 px-4 py-3 text-sm font-semibold text-danger-text">
          {t(`consent.review.shared.${what}`)}
        </p>
      ))}
      {consent.reason ? (
        <p dir="auto" className="text-sm wrap-anywhere text-match">
          {consent.reason}
        </p>
      ) : null}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
        {rows.map(([label, value]) =>
          value ? (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd dir="auto" className="wrap-anywhere text-match">
                {value}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {consent.isGuest && documents.length ? (
        <Documents path={`/admin/consents/${consent._id}/documents`} documents={documents} onOpened={onOpened} />
      ) : null}
      <section>
        <h3 className="text-md">{t('consent.review.items', { count: itemCount })}</h3>
        <ul className="mt-2 grid gap-1.5 text-sm">
          {items.map((item, at) => (
            // Titles may be the same; the list never changes while it is shown.
            <li key={at} className="flex min-w-0 items-center gap-2">
              <Badge>{t(`consent.kind.${item.kind}`)}</Badge>
              <span dir="auto" className="min-w-0 truncate">
                {item.title || t('consent.untitled')}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {release.length ? (
        <section>
          <h3 className="text-md">{t('consent.review.release')}</h3>
          <div className="mt-2 grid gap-2 text-sm leading-6 text-ink-2">
            {release.map((paragraph) => (
              <p key={paragraph} dir="auto" className="text-match">
                {paragraph}
              </p>
            ))}
          </div>
        </section>
      ) : null}
    </div>
  )
}

interface DecisionProps {
  consent: Opened
  opened: boolean
  onDecided: () => Promise<void>
}
/** Approves or rejects what was signed; revokes what was verified, for a person who asks staff to. */
function Decision({ consent, opened, onDecided }: DecisionProps) {
  const t = useT()
  const [form, setForm] = useState<'reject' | 'revoke' | null>(null)
  const [reason, setReason] = useState('')
  const { send, working } = useMutation({ toasts: true })
  const params = { id: consent._id }
  const finish = async (sent: Promise<unknown>) => {
    if (!(await sent)) return
    toast.success('ui.saved')
    await onDecided()
  }
  const mayReview = consent.status === 'signed'
  const mayRevoke = ['signed', 'verified', 'invited'].includes(consent.status)
  if (!mayReview && !mayRevoke) return null
  if (form)
    return (
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const body = { reason: reason.trim() }
          void finish(
            form === 'reject'
              ? send('POST /admin/consents/:id/rejection', { params, body })
              : send('POST /admin/consents/:id/revocation', { params, body }),
          )
        }}
      >
        <Field
          label={t('consent.review.reason')}
          name="reason"
          hint={t(form === 'reject' ? 'consent.review.rejectHint' : 'consent.review.revokeHint')}
          required
        >
          <Textarea
            minLength={3}
            maxLength={1000}
            rows={3}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={() => setForm(null)}>
            {t('ui.back')}
          </Button>
          <Button
            type="submit"
            variant="danger"
            busy={working ? t('ui.saving') : undefined}
            disabled={reason.trim().length < 3}
          >
            {t(form === 'reject' ? 'review.reject' : 'consent.review.revoke')}
          </Button>
        </div>
      </form>
    )
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {mayReview && !opened ? <p className="me-auto text-xs text-ink-3">{t('consent.review.openFirst')}</p> : null}
      <Button variant="ghost" onClick={() => setForm('revoke')}>
        {t('consent.review.revoke')}
      </Button>
      {mayReview ? (
        <>
          <Button variant="outline" onClick={() => setForm('reject')}>
            {t('review.reject')}
          </Button>
          <Button
            variant="primary"
            disabled={!opened}
            busy={working ? t('ui.saving') : undefined}
            onClick={() => void finish(send('POST /admin/consents/:id/approval', { params }))}
          >
            {t('review.approve')}
          </Button>
        </>
      ) : null}
    </div>
  )
}
