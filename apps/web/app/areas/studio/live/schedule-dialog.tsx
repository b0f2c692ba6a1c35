import type { ScheduledStream } from '@fanlight/contract/stream-schedule'
import { useState } from 'react'
import { useFormats, useT, useViewerZone } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { clockIn, momentOf } from '../../../parts/time/zone.ts'
import { Audience, TitleInput } from './setup-fields.tsx'

const lengths = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720]

interface ScheduleDialogProps {
  /** Null for a new one. */
  scheduled: ScheduledStream | null
  onSaved: () => void
  onClose: () => void
}
/** When a stream starts on the creator's own clock, how long it is expected to last, its title and who may watch. */
export function ScheduleDialog({ scheduled, onSaved, onClose }: ScheduleDialogProps) {
  const t = useT()
  const { seconds } = useFormats()
  const zone = useViewerZone()
  const { send, working, problem } = useMutation()
  const [title, setTitle] = useState(scheduled?.title ?? '')
  const [type, setType] = useState<ScheduledStream['type']>(scheduled?.type ?? 'public')
  const [minutes, setMinutes] = useState(scheduled?.minutes ?? 60)
  const [shown, setShown] = useState(scheduled ? clockIn(zone, scheduled.startsAt) : '')
  // What the clock shows twice or never would become another time by being saved again.
  const isSameTime = scheduled !== null && shown === clockIn(zone, scheduled.startsAt)
  const startsAt = isSameTime ? scheduled.startsAt : (momentOf(zone, shown)?.instant ?? null)
  const save = async () => {
    if (startsAt === null) return
    const body = { title: title.trim(), type, startsAt, minutes }
    const reply = scheduled
      ? await send('PUT /streaming/schedule/:id', { params: { id: scheduled._id }, body })
      : await send('POST /streaming/schedule', { body, once: true })
    if (!reply) return
    onSaved()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t(scheduled ? 'schedule.change' : 'schedule.add')}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            variant="primary"
            disabled={title.trim() === '' || startsAt === null}
            busy={working ? t('schedule.saving') : undefined}
            onClick={() => void save()}
          >
            {t(scheduled ? 'schedule.save' : 'schedule.announce')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <div className="grid gap-4">
          <Field label={t('schedule.title')} name="title">
            <TitleInput value={title} onChange={setTitle} />
          </Field>
          <Field
            label={t('schedule.when')}
            name="startsAt"
            hint={t('schedule.whenZone', { zone: zone.replaceAll('_', ' ') })}
          >
            <Input
              type="datetime-local"
              value={shown}
              min={clockIn(zone, new Date())}
              onChange={(event) => setShown(event.currentTarget.value)}
            />
          </Field>
          <Field label={t('schedule.length')} name="minutes">
            <Select value={minutes} onChange={(event) => setMinutes(Number(event.currentTarget.value))}>
              {[...new Set([...lengths, minutes])]
                .toSorted((a, b) => a - b)
                .map((length) => (
                  <option key={length} value={length}>
                    {seconds(length * 60)}
                  </option>
                ))}
            </Select>
          </Field>
          <Audience value={type} onChange={setType} />
          {scheduled && scheduled.reminders! > 0 ? <p className="text-sm text-ink-2">{t('schedule.tells')}</p> : null}
        </div>
      </FormProblem>
    </Dialog>
  )
}
