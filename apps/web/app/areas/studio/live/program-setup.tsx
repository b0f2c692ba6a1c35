import type { Stream } from '@fanlight/contract/streaming'
import { Radio } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { type Broadcast, type OpenType, openTypeOf } from './broadcast.ts'
import { EndDialog } from './end-dialog.tsx'
import { useProgramInput } from './program-input.tsx'
import { ProgramState } from './program-state.tsx'
import { NeverRecorded, RecordSwitch } from './recording-line.tsx'
import { Audience, TitleInput, titleChanged } from './setup-fields.tsx'
import { ScheduleCard } from './schedule.tsx'
import { RoomKeys } from './room-keys.tsx'
import { Sources } from './sources.tsx'
import { OwnTipMenu } from './tip-menu.tsx'
import { StreamKey } from './stream-key.tsx'

interface ProgramSetupProps {
  broadcast: Broadcast
  isApproved: boolean
  /** One that is prepared already, or was left. */
  open: Stream | null
  /** Of a stream that was announced for about now. */
  plannedTitle: string
  /** Whether this site can record. */
  records: boolean
}

/** Before a program of the creator’s own, such as OBS, sends: where to and with which key, and the stream it goes into. */
export function ProgramSetup({ broadcast, isApproved, open, plannedTitle, records }: ProgramSetupProps) {
  const t = useT()
  const isHydrated = useHydrated()
  const [title, setTitle] = useState(open?.title ?? plannedTitle)
  const [type, setType] = useState<OpenType>(openTypeOf(open))
  const isShow = open?.type === 'ticket'
  const [record, setRecord] = useState(open?.recording?.isOn ?? true)
  const [ending, setEnding] = useState(false)
  const { send, working, problem } = useMutation()
  const input = useProgramInput(open !== null)
  const isByKey = input?.isByKey === true
  useEffect(() => {
    if (isByKey) broadcast.showProgram()
  }, [broadcast, isByKey])
  const prepare = async () => {
    const reply = await send('POST /streaming/live', {
      body: { ...titleChanged(open, title), ...(!isShow && { type }), record },
    })
    if (reply) broadcast.waitForProgram(reply.data.stream)
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto low:overflow-visible">
      <div className="mx-auto w-full max-w-page px-4 pb-12 md:px-8 md:pt-6">
        <PageHead title={t('liveStudio.title')} detail={t('liveStudio.obs.detail')} back="/creator" />
        <Sources />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <StreamKey isApproved={isApproved} />
            <RoomKeys isApproved={isApproved} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <section
              aria-label={t('liveStudio.info.heading')}
              className="grid gap-5 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5"
            >
              <FormProblem problem={problem}>
                <div className="grid gap-5">
                  <Field label={t('liveStudio.info.title')} name="title" optional={t('liveStudio.info.optional')}>
                    <TitleInput value={title} onChange={setTitle} />
                  </Field>
                  {isShow ? null : <Audience value={type} onChange={setType} />}
                  {records ? <RecordSwitch value={record} onChange={setRecord} /> : <NeverRecorded />}
                </div>
              </FormProblem>
              {open && open.status !== 'live' ? <ProgramState stream={open} problem={input?.problem ?? null} /> : null}
              <div className="flex flex-wrap justify-end gap-2">
                {open ? (
                  <Button variant="ghost" disabled={!isHydrated} onClick={() => setEnding(true)}>
                    {t('liveStudio.bar.end')}
                  </Button>
                ) : null}
                <Button
                  variant="primary"
                  disabled={!isHydrated || !isApproved}
                  busy={working ? t('liveStudio.obs.preparing') : undefined}
                  onClick={() => void prepare()}
                >
                  <Radio aria-hidden="true" />
                  {t(open ? 'liveStudio.info.save' : 'liveStudio.obs.prepare')}
                </Button>
              </div>
            </section>
            <OwnTipMenu />
            <ScheduleCard isApproved={isApproved} />
          </div>
        </div>
      </div>
      {ending && open ? <EndDialog broadcast={broadcast} stream={open} onClose={() => setEnding(false)} /> : null}
    </div>
  )
}
