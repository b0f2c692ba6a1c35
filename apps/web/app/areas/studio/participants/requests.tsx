import { useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { consentTones, shownConsent } from '../../../parts/account/consent-states.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { dot } from '../../../ui/dot.ts'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

type Request = Reply<'GET /performer/consent-requests'>['data'][number]

/** What other creators ask one to consent to, and what one has consented to. */
export function Requests({ requests, onAnswered }: { requests: readonly Request[]; onAnswered: () => Promise<void> }) {
  const t = useT()
  const [open, setOpen] = useState<{ request: Request; step: 'sign' | 'withdraw' } | null>(null)
  const [mayDownload, setMayDownload] = useState(false)
  const [endsOn, setEndsOn] = useState('')
  const { sendOrThrow } = useMutation()
  if (requests.length === 0) return null
  const begin = (asked: NonNullable<typeof open>) => {
    setMayDownload(false)
    setEndsOn('')
    setOpen(asked)
  }
  const answer = async () => {
    if (!open) return
    const params = { id: open.request._id }
    if (open.step === 'sign')
      await sendOrThrow('POST /performer/consent-requests/:id/signature', {
        params,
        body: { agree: true, mayDownload, endsOn: endsOn || null },
      })
    else await sendOrThrow('POST /performer/consent-requests/:id/withdrawal', { params })
    toast.success('ui.saved')
    await onAnswered()
  }
  return (
    <section className="mb-6 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 className="text-lg">{t('consent.requests.title')}</h2>
      <p className="mt-0.5 text-sm text-ink-3">{t('consent.requests.detail')}</p>
      <ul className="mt-3 divide-y divide-line">
        {requests.map((request) => (
          <RequestRow key={request._id} request={request} onOpen={(step) => begin({ request, step })} />
        ))}
      </ul>
      {open ? (
        <ConfirmDialog
          title={
            open.step === 'sign'
              ? t('consent.requests.signTitle', { creator: open.request.creator.name })
              : t(open.request.status === 'invited' ? 'consent.decline.title' : 'consent.withdraw.title')
          }
          variant={open.step === 'sign' ? 'primary' : 'danger'}
          action={t(
            open.step === 'sign'
              ? 'consent.sign'
              : open.request.status === 'invited'
                ? 'consent.decline.submit'
                : 'consent.withdraw.submit',
          )}
          busy={t('ui.saving')}
          fields={
            open.step === 'sign' ? (
              <>
                <Field
                  label={t('consent.endsOn')}
                  name="endsOn"
                  optional={t('consent.optional')}
                  hint={t('consent.endsOnHint')}
                >
                  <Input
                    type="date"
                    autoComplete="off"
                    value={endsOn}
                    onChange={(event) => setEndsOn(event.currentTarget.value)}
                  />
                </Field>
                <Checkbox
                  label={t('consent.mayDownload')}
                  checked={mayDownload}
                  onChange={(event) => setMayDownload(event.currentTarget.checked)}
                />
              </>
            ) : undefined
          }
          onConfirm={answer}
          onClose={() => setOpen(null)}
        >
          {open.step === 'sign' ? (
            <span className="grid gap-3">
              {open.request.release.map((paragraph) => (
                <span key={paragraph} dir="auto" className="block">
                  {paragraph}
                </span>
              ))}
            </span>
          ) : (
            t(open.request.status === 'invited' ? 'consent.decline.text' : 'consent.withdraw.text', {
              creator: open.request.creator.name,
            })
          )}
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

function RequestRow({ request, onOpen }: { request: Request; onOpen: (step: 'sign' | 'withdraw') => void }) {
  const t = useT()
  const { date } = useFormats()
  const { creator, status, items, itemCount, signedAt, mayDownload, endsOn } = request
  const shown = shownConsent(request)
  const titles = items.map(({ title, kind }) => title || (t.maybe(`consent.kind.${kind}`) ?? ''))
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar src={creator.avatar} size={40} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate font-semibold">
            {creator.name}
          </span>
          <Badge tone={consentTones[shown] ?? 'quiet'}>{t(`consent.status.${shown}`)}</Badge>
        </p>
        <p dir="auto" className="mt-0.5 text-xs text-ink-3 wrap-anywhere">
          {itemCount ? titles.slice(0, 3).join(dot) : t('consent.nothingYet')}
          {itemCount > 3 ? `${dot}${t('consent.more', { count: itemCount - 3 })}` : ''}
          {signedAt ? `${dot}${t('consent.signedOn', { date: date(signedAt) })}` : ''}
          {endsOn ? `${dot}${t('consent.endsUntil', { date: date(endsOn) })}` : ''}
          {signedAt && mayDownload === false ? `${dot}${t('consent.noDownloads')}` : ''}
        </p>
      </div>
      {status === 'invited' ? (
        <Button size="sm" variant="primary" onClick={() => onOpen('sign')}>
          {t('consent.requests.read')}
        </Button>
      ) : null}
      {status === 'invited' || status === 'verified' ? (
        <Button size="sm" variant="outline" onClick={() => onOpen('withdraw')}>
          {t(status === 'invited' ? 'consent.decline.submit' : 'consent.withdraw.submit')}
        </Button>
      ) : null}
    </li>
  )
}
