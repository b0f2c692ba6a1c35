import type { Stream } from '@fanlight/contract/streaming'
import { CircleAlert, CircleDot, CircleOff } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Switch } from '../../../ui/field.tsx'

/** Whether the next stream is recorded. */
export function RecordSwitch({ value, onChange }: { value: boolean; onChange: (isOn: boolean) => void }) {
  const t = useT()
  return (
    <Switch
      label={t('replay.record')}
      hint={t('replay.recordHint')}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Where the live video of this site is never recorded. */
export function NeverRecorded() {
  const t = useT()
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      <CircleOff className="icon mt-0.5 size-4!" aria-hidden="true" />
      {t('replay.never')}
    </p>
  )
}

/** Whether the stream is recorded at this moment, or why it is not. */
export function RecordingLine({ recording }: { recording: Stream['recording'] }) {
  const t = useT()
  if (!recording) return null
  const { isOn, problem } = recording
  return (
    <p
      role={problem ? 'alert' : undefined}
      className={`mt-2 flex items-start gap-2 text-sm ${problem ? 'text-danger-text' : 'text-ink-2'}`}
    >
      {problem ? (
        <CircleAlert className="icon mt-0.5 size-4!" aria-hidden="true" />
      ) : isOn ? (
        <CircleDot className="icon mt-0.5 size-4! text-live" aria-hidden="true" />
      ) : (
        <CircleOff className="icon mt-0.5 size-4!" aria-hidden="true" />
      )}
      {t(problem ? `replay.problem.${problem}` : isOn ? 'replay.on' : 'replay.off')}
    </p>
  )
}
