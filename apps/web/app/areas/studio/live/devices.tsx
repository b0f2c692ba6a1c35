import type { ReactNode } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { Capture, DeviceKind } from '../../../parts/live/capture.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Field, Select } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Which camera and which microphone; `meter` is below the microphone. */
export function Devices({ capture, meter }: { capture: Capture; meter?: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
      <Choice capture={capture} kind="camera" />
      <div className="grid min-w-0 content-start gap-2.5">
        <Choice capture={capture} kind="microphone" />
        {meter}
      </div>
    </div>
  )
}

function Choice({ capture, kind }: { capture: Capture; kind: DeviceKind }) {
  const t = useT()
  const { devices, chosen, phase } = useStore(capture)
  const choose = (id: string) => capture.choose(kind, id).catch(() => toast.error(`liveStudio.devices.${kind}Failed`))
  return (
    <Field label={t(`liveStudio.devices.${kind}`)}>
      <Select
        small
        value={chosen[kind]}
        disabled={phase !== 'ready'}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        {devices[kind].length === 0 ? (
          <option value="">{t(phase === 'ready' ? 'liveStudio.devices.none' : 'liveStudio.devices.off')}</option>
        ) : null}
        {devices[kind].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
