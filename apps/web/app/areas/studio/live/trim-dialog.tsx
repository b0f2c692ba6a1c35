import type { Recording } from '@fanlight/contract/replays'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { clock } from '../../../parts/posts/duration.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { readClock } from './read-clock.ts'

interface TrimDialogProps {
  recording: Recording
  onTrimmed: (recording: Recording) => void
  onClose: () => void
}
/** Where a recording begins and ends. What is cut away is gone. */
export function TrimDialog({ recording, onTrimmed, onClose }: TrimDialogProps) {
  const t = useT()
  const [start, setStart] = useState(clock(0))
  const [end, setEnd] = useState(clock(recording.duration * 1000))
  const { send, working, problem } = useMutation()
  const [from, to] = [readClock(start), readClock(end)]
  const isRight = from !== null && to !== null && from < to && from < recording.duration
  const trim = async () => {
    if (!isRight) return
    const reply = await send('PUT /streaming/recordings/:id/trim', {
      params: { id: recording._id },
      // The clock shows whole seconds: its last one is the end.
      body: { from, to: to >= Math.floor(recording.duration) ? Math.ceil(recording.duration) : to },
    })
    if (!reply) return
    onTrimmed(reply.data)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('replay.trimTitle')}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            variant="danger"
            disabled={!isRight}
            busy={working ? t('replay.trimming') : undefined}
            onClick={() => void trim()}
          >
            {t('replay.trim')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <div className="grid gap-4">
          <p className="text-ink-2">{t('replay.trimText')}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('replay.from')} name="from" hint={t('replay.timeHint')}>
              <Input
                value={start}
                inputMode="numeric"
                autoComplete="off"
                className="num"
                onChange={(event) => setStart(event.currentTarget.value)}
              />
            </Field>
            <Field label={t('replay.to')} name="to" error={isRight ? undefined : t('replay.timeWrong')}>
              <Input
                value={end}
                inputMode="numeric"
                autoComplete="off"
                className="num"
                onChange={(event) => setEnd(event.currentTarget.value)}
              />
            </Field>
          </div>
        </div>
      </FormProblem>
    </Dialog>
  )
}
