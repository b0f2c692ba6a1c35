import type { Recording } from '@fanlight/contract/replays'
import type { Stream } from '@fanlight/contract/streaming'
import { Camera, CircleAlert, Radio, Ticket } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/keys.ts'
import { PageHead } from '../../../layouts/page-head.tsx'
import type { Capture } from '../../../parts/live/capture.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { type Broadcast, type OpenType, openTypeOf } from './broadcast.ts'
import { NeverRecorded, RecordSwitch } from './recording-line.tsx'
import { TipOrders } from './tip-orders.tsx'
import { Checks } from './checks.tsx'
import { Controls } from './controls.tsx'
import { Devices } from './devices.tsx'
import { EndDialog } from './end-dialog.tsx'
import { LevelMeter } from './level-meter.tsx'
import { Picture } from './picture.tsx'
import { RoomKeys } from './room-keys.tsx'
import { ScheduleCard } from './schedule.tsx'
import { Audience, TitleInput, titleChanged } from './setup-fields.tsx'
import { Sources } from './sources.tsx'
import { WaitingReplays } from './replay-card.tsx'
import { OwnTipMenu } from './tip-menu.tsx'
import { useGoLive } from './use-go-live.ts'

interface SetupProps {
  broadcast: Broadcast
  capture: Capture
  isApproved: boolean
  /** A stream that is open already, which another page or the one before a reload began. */
  open: Stream | null
  /** Of a stream that was announced for about now. */
  plannedTitle: string
  /** What was recorded before, and waits for a decision. */
  recordings: readonly Recording[]
  /** What the live video of this site can. */
  abilities: { records: boolean; takesPrograms: boolean }
}

/** Before going live: the picture that only the creator sees, devices, checks, title and audience. */
export function Setup({ broadcast, capture, isApproved, open, plannedTitle, recordings, abilities }: SetupProps) {
  const t = useT()
  const { phase: device } = useStore(capture)
  const { phase } = useStore(broadcast.publisher)
  const { show } = useStore(broadcast)
  const [title, setTitle] = useState(open?.title ?? plannedTitle)
  const [type, setType] = useState<OpenType>(openTypeOf(open))
  const isShow = open?.type === 'ticket'
  const [record, setRecord] = useState(open?.recording?.isOn ?? true)
  const [ending, setEnding] = useState(false)
  const { goLive, problem } = useGoLive(broadcast)
  const goesOn = open !== null && open.status !== 'preparing'
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto low:overflow-visible">
      <div className="mx-auto w-full max-w-page flex-1 px-4 pb-6 md:px-8 md:pt-6">
        <PageHead
          title={t('liveStudio.title')}
          detail={t('liveStudio.setup.detail')}
          back="/creator"
          actions={
            <ButtonLink size="sm" variant="outline" to="/creator/shows">
              <Ticket aria-hidden="true" />
              {t('liveStudio.start.shows')}
            </ButtonLink>
          }
        />
        {abilities.takesPrograms ? <Sources /> : null}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <Picture
              capture={capture}
              isPreview
              className="aspect-video rounded-lg"
              controls={<Controls capture={capture} look="over" />}
            >
              {device === 'ready' ? null : <NoPicture capture={capture} />}
            </Picture>
            <Devices capture={capture} meter={device === 'ready' ? <LevelMeter capture={capture} /> : null} />
            <ScheduleCard isApproved={isApproved} />
            {abilities.takesPrograms ? null : <RoomKeys isApproved={isApproved} />}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <div className="grid gap-5 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
              <Field label={t('liveStudio.info.title')} optional={t('liveStudio.info.optional')}>
                <TitleInput value={title} onChange={setTitle} />
              </Field>
              {isShow ? null : <Audience value={type} onChange={setType} />}
              {abilities.records ? <RecordSwitch value={record} onChange={setRecord} /> : <NeverRecorded />}
            </div>
            <Checks capture={capture} isApproved={isApproved} />
            <WaitingReplays recordings={recordings} />
            <OwnTipMenu />
            <TipOrders className="rounded-lg bg-surface p-4 ring-1 ring-line" />
          </div>
        </div>
      </div>
      <StartBar
        problem={problem}
        text={
          isApproved
            ? show
              ? ['liveStudio.show.open', 'liveStudio.show.openHint']
              : goesOn
                ? ['liveStudio.start.open', 'liveStudio.start.openHint']
                : device === 'ready'
                  ? [`liveStudio.start.ready.${isShow ? 'ticket' : type}`, 'liveStudio.start.readyHint']
                  : ['liveStudio.start.noCamera', 'liveStudio.start.noCameraHint']
            : ['liveStudio.start.notApproved', 'liveStudio.checks.notApproved']
        }
        action={goesOn ? 'liveStudio.start.goOn' : 'liveStudio.start.goLive'}
        isReady={isApproved && device === 'ready'}
        isConnecting={phase === 'connecting'}
        onStart={() => void goLive({ ...titleChanged(open, title), ...(!isShow && { type }), record })}
        onEnd={goesOn && !show ? () => setEnding(true) : undefined}
      />
      {ending && open ? <EndDialog broadcast={broadcast} stream={open} onClose={() => setEnding(false)} /> : null}
    </div>
  )
}

/** Where there is no picture yet: the way to one, or what is in its way. */
function NoPicture({ capture }: { capture: Capture }) {
  const t = useT()
  const { phase, problem } = useStore(capture)
  // A press before the scripts are there would be lost.
  const isHydrated = useHydrated()
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4 text-center text-sm">
      {problem ? (
        <div role="alert" className="grid max-w-md justify-items-center gap-1.5 text-balance">
          <CircleAlert className="icon" aria-hidden="true" />
          <p className="font-semibold">{t(`liveStudio.captureTitle.${problem}`)}</p>
          <p className="text-white/80">{t(`liveStudio.capture.${problem}`)}</p>
        </div>
      ) : (
        <p className="max-w-sm max-sm:sr-only">{t('liveStudio.setup.ask')}</p>
      )}
      {problem === 'unsupported' ? null : (
        <Button
          variant={problem ? 'media' : 'ink'}
          className={problem ? 'ring-1 ring-white/40' : 'bg-white! text-[#140d10]!'}
          disabled={!isHydrated}
          busy={phase === 'asking' ? t('liveStudio.setup.asking') : undefined}
          onClick={() => void capture.open()}
        >
          <Camera aria-hidden="true" />
          {t(problem ? 'liveStudio.setup.again' : 'liveStudio.setup.turnOn')}
        </Button>
      )}
    </div>
  )
}

interface StartBarProps {
  problem: string | null
  text: [state: MessageKey, hint: MessageKey]
  action: MessageKey
  isReady: boolean
  isConnecting: boolean
  onStart: () => void
  /** Where a stream is open. */
  onEnd: (() => void) | undefined
}
/** Stays in view: whether one can go live, and the button for it. */
function StartBar({ problem, text: [state, hint], action, isReady, isConnecting, onStart, onEnd }: StartBarProps) {
  const t = useT()
  const isHydrated = useHydrated()
  return (
    <div data-bottom-bar="always" className="sticky bottom-0 z-20 mt-auto px-0 md:px-8 md:pb-5 short:static">
      <div className="mx-auto flex w-full max-w-[calc(var(--width-page)-64px)] flex-wrap items-center gap-x-4 gap-y-3 bg-raised px-4 py-3.5 shadow-[var(--shadow-3),0_0_0_1px_var(--line)] max-md:rounded-t-xl max-md:pb-[calc(14px+env(safe-area-inset-bottom))] md:rounded-lg md:px-5">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <p className="font-semibold">{t(state)}</p>
          {problem ? (
            <p role="alert" className="text-sm text-danger-text">
              {problem}
            </p>
          ) : (
            <p className="text-sm text-ink-3">{t(hint)}</p>
          )}
        </div>
        {onEnd ? (
          <Button variant="ghost" className="max-sm:flex-1" disabled={!isHydrated} onClick={onEnd}>
            {t('liveStudio.bar.end')}
          </Button>
        ) : null}
        <Button
          variant="primary"
          size="lg"
          className={onEnd ? 'max-sm:flex-1' : 'max-sm:w-full'}
          disabled={!isReady}
          busy={isConnecting ? t('liveStudio.start.connecting') : undefined}
          onClick={onStart}
        >
          <Radio aria-hidden="true" />
          {t(action)}
        </Button>
      </div>
    </div>
  )
}
