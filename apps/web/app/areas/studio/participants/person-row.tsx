import { Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { consentTones, shownConsent } from '../../../parts/account/consent-states.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { dot } from '../../../ui/dot.ts'

type Person = Reply<'GET /performer/participants'>['data'][number]
interface PersonRowProps {
  person: Person
  mayInvite: boolean
  onInvited: (email: string | null) => Promise<void>
  onChanged: () => Promise<void>
}
const invitable = new Set<Person['status']>(['invited', 'expired', 'rejected'])

/** One person with the status of their consent, and what can be done about it. */
export function PersonRow({ person, mayInvite, onInvited, onChanged }: PersonRowProps) {
  const t = useT()
  const { date } = useFormats()
  const shown = shownConsent(person)
  const { send, sendOrThrow, working } = useMutation({ toasts: true })
  const [removing, setRemoving] = useState(false)
  const invite = async () => {
    const reply = await send('POST /performer/participants/:id/invitation', { params: { id: person._id } })
    if (!reply) return
    await onInvited(reply.data.email)
  }
  const details = [
    person.username ? `@${person.username}` : t('consent.people.guest'),
    person.email,
    t('consent.people.items', { count: person.items }),
    person.invitedUntil ? t('consent.until', { date: date(person.invitedUntil) }) : null,
    person.signedAt ? t('consent.signedOn', { date: date(person.signedAt) }) : null,
    person.endsOn ? t('consent.endsUntil', { date: date(person.endsOn) }) : null,
    person.mayDownload === false ? t('consent.noDownloads') : null,
  ].filter(Boolean)
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate font-semibold">
            {person.name}
          </span>
          <Badge tone={consentTones[shown] ?? 'quiet'}>{t(`consent.status.${shown}`)}</Badge>
        </p>
        <p className="mt-0.5 text-xs text-ink-3 wrap-anywhere">
          <bdi>{details.join(dot)}</bdi>
        </p>
        {person.reason ? (
          <p dir="auto" className="mt-1 text-sm text-danger-text wrap-anywhere">
            {person.reason}
          </p>
        ) : null}
      </div>
      {mayInvite && invitable.has(person.status) ? (
        <Button size="sm" variant="outline" disabled={working} onClick={() => void invite()}>
          <Send className="rtl:-scale-x-100" aria-hidden="true" />
          {t('consent.people.askAgain')}
        </Button>
      ) : null}
      <IconButton label={t('consent.people.removeName', { name: person.name })} onClick={() => setRemoving(true)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {removing ? (
        <ConfirmDialog
          title={t('consent.people.removeTitle', { name: person.name })}
          action={t('consent.people.remove')}
          busy={t('ui.saving')}
          onConfirm={async () => {
            await sendOrThrow('DELETE /performer/participants/:id', { params: { id: person._id } })
            await onChanged()
          }}
          onClose={() => setRemoving(false)}
        >
          {t('consent.people.removeText')}
        </ConfirmDialog>
      ) : null}
    </li>
  )
}
