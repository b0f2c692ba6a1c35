import type { ScheduledStream } from '@fanlight/contract/stream-schedule'
import { scheduledStreamsMax } from '@fanlight/contract/limits'
import { Pencil, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { ScheduleRow } from '../../../parts/live/schedule-row.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

/** What one has announced, how many want to be reminded of it, and the way to announce another stream. */
export function ScheduleCard({ isApproved }: { isApproved: boolean }) {
  const t = useT()
  const { number } = useFormats()
  const performerId = useMe()?._id
  const isHydrated = useHydrated()
  const [schedule, setSchedule] = useState<readonly ScheduledStream[] | null>(null)
  const [editing, setEditing] = useState<ScheduledStream | 'new' | null>(null)
  const [cancelling, setCancelling] = useState<ScheduledStream | null>(null)
  const read = useCallback(() => {
    if (performerId === undefined) return
    call('GET /streaming/schedule', { query: { performerId, pageSize: scheduledStreamsMax } }).then(
      ({ data }) => setSchedule(data),
      () => {},
    )
  }, [performerId])
  useEffect(read, [read])
  return (
    <section aria-labelledby="schedule" className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 id="schedule" className="text-lg">
        {t('schedule.heading')}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{t('schedule.hint')}</p>
      {schedule?.length === 0 ? <p className="mt-2 text-sm text-ink-3">{t('schedule.none')}</p> : null}
      <ul className="mt-1 divide-y divide-line">
        {(schedule ?? []).map((scheduled) => (
          <li key={scheduled._id}>
            <ScheduleRow
              scheduled={scheduled}
              action={
                <>
                  <span className="text-xs text-ink-3">
                    {t('schedule.reminders', { number: number(scheduled.reminders ?? 0) })}
                  </span>
                  <IconButton
                    size="sm"
                    label={t('schedule.editOf', { title: scheduled.title })}
                    onClick={() => setEditing(scheduled)}
                  >
                    <Pencil aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    size="sm"
                    label={t('schedule.cancelOf', { title: scheduled.title })}
                    onClick={() => setCancelling(scheduled)}
                  >
                    <X aria-hidden="true" />
                  </IconButton>
                </>
              }
            />
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        className="mt-3"
        disabled={!isApproved || !isHydrated || (schedule?.length ?? 0) >= scheduledStreamsMax}
        onClick={() => setEditing('new')}
      >
        {t('schedule.add')}
      </Button>
      {editing ? (
        <ScheduleDialog
          scheduled={editing === 'new' ? null : editing}
          onSaved={read}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {cancelling ? <Cancelling scheduled={cancelling} onCancelled={read} onClose={() => setCancelling(null)} /> : null}
    </section>
  )
}

interface CancellingProps {
  scheduled: ScheduledStream
  onCancelled: () => void
  onClose: () => void
}
function Cancelling({ scheduled: { _id: id, title, reminders }, onCancelled, onClose }: CancellingProps) {
  const t = useT()
  const { number } = useFormats()
  const { sendOrThrow } = useMutation()
  return (
    <ConfirmDialog
      title={t('schedule.cancelTitle', { title })}
      action={t('schedule.cancel')}
      busy={t('schedule.cancelling')}
      keep={t('schedule.keep')}
      onClose={onClose}
      onConfirm={async () => {
        await sendOrThrow('DELETE /streaming/schedule/:id', { params: { id } })
        onCancelled()
      }}
    >
      {t('schedule.cancelText', { number: number(reminders ?? 0) })}
    </ConfirmDialog>
  )
}
