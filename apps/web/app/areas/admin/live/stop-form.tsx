import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Select, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { LiveRoom } from './live.tsx'

const lengths = { no: 0, day: 1, week: 7, month: 30, open: null } as const
type Length = keyof typeof lengths
const dayMs = 86_400_000

/** Ends a room for everyone, with a reason that its creator reads, and may keep them from going live for a time. */
export function StopForm({ room, onStopped }: { room: LiveRoom; onStopped: () => void }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { attempt, working, problem } = useMutation()
  const isPrivate = room.type === 'private' || room.type === 'group'
  const stop = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    const days = lengths[String(form.get('length') ?? 'no') as Length]
    const isDone = await attempt([room._id, ...form], (change, at) =>
      change('POST /admin/live/:id/stop', {
        params: { id: room._id },
        body: {
          reason,
          ...(days !== 0 && {
            suspend: { until: days === null ? null : new Date(at.getTime() + days * dayMs).toISOString() },
          }),
        },
        once: true,
      }),
    )
    if (isDone) {
      toast.success('wall.stopped')
      onStopped()
    }
    await revalidate()
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void stop(new FormData(event.currentTarget))
      }}
    >
      <FormProblem problem={problem}>
        <Field label={t('wall.reason')} name="reason" hint={t('wall.reasonHint')} required>
          <Textarea minLength={3} maxLength={500} rows={3} dir="auto" />
        </Field>
        <Field label={t('wall.afterwards')} name="length">
          <Select defaultValue="no">
            {(Object.keys(lengths) as Length[]).map((key) => (
              <option key={key} value={key}>
                {key === 'no' ? t('wall.mayGoLive') : t(`people.long.${key}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="danger" busy={working ? t('wall.stopping') : undefined}>
          {t(isPrivate ? 'wall.stopShow' : 'wall.stop')}
        </Button>
        <p className="text-xs text-ink-3">{t(isPrivate ? 'wall.stopShowText' : 'wall.stopText')}</p>
      </FormProblem>
    </form>
  )
}
