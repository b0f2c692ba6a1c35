import clsx from 'clsx'
import { Settings2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Capture } from '../../../parts/live/capture.ts'
import type { PublicChat, PublicMessage } from '../../../parts/live/chat-state.ts'
import { RoomChat } from '../../../parts/live/room-chat.tsx'
import { useStore } from '../../../parts/live/store.ts'
import { useWakeLock } from '../../../parts/live/wake-lock.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { SkipToField } from '../../../ui/log.tsx'
import { Activity } from './activity.tsx'
import type { Broadcast } from './broadcast.ts'
import { ConnectionCard } from './connection-card.tsx'
import { Controls } from './controls.tsx'
import { Devices } from './devices.tsx'
import { GoalCard } from './goal.tsx'
import { LevelMeter } from './level-meter.tsx'
import { MarkersCard } from './markers.tsx'
import { OnAirBar } from './on-air-bar.tsx'
import { Picture } from './picture.tsx'
import { ProgramInputCard, useProgramInput } from './program-input.tsx'
import { ProgramPicture } from './program-picture.tsx'
import type { StudioShows } from './shows.tsx'
import { RoomKeys } from './room-keys.tsx'
import { StreamInfo } from './stream-info.tsx'
import { TipMenuCard } from './tip-menu.tsx'
import { Trouble } from './trouble.tsx'

interface ConsoleProps {
  broadcast: Broadcast
  capture: Capture
  chat: PublicChat
  /** Newest first, as they were when the page was loaded. */
  messages: readonly PublicMessage[]
  shows: StudioShows
}
const panels = ['chat', 'activity', 'stream'] as const
type Panel = (typeof panels)[number]
const pictureClass = 'aspect-video max-h-[46dvh] w-full shrink-0 max-lg:max-h-[36dvh] md:rounded-lg'

/** While live. Wide screens show all parts beside one another, what fans ask for and give in a column of its own; narrow ones one at a time. */
export function Console({ broadcast, capture, chat, messages, shows }: ConsoleProps) {
  const [panel, setPanel] = useState<Panel>('chat')
  const { stream, isByProgram } = useStore(broadcast)
  const input = useProgramInput(isByProgram)
  useWakeLock(true)
  if (!stream) return null
  const shown = (name: Panel) => panel !== name && 'max-lg:hidden'
  const chatClass = clsx(
    'bg-surface max-lg:min-h-72 max-lg:flex-1 max-lg:border-t max-lg:border-line lg:border-s lg:border-line',
    shown('chat'),
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto">
      <SkipToField />
      <OnAirBar broadcast={broadcast} />
      <div className="flex min-h-0 flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_352px]">
        <div
          className={clsx(
            'flex min-h-0 flex-col gap-3.5 md:gap-4 md:p-4 lg:overflow-y-auto lg:p-5',
            'xl:grid xl:grid-cols-[minmax(0,1fr)_19rem] xl:grid-rows-[auto_1fr] xl:items-start',
            panel === 'chat' ? 'max-lg:shrink-0' : 'max-lg:flex-1 max-lg:pb-5',
          )}
        >
          <div className="flex shrink-0 flex-col gap-3.5 md:gap-4 xl:contents">
            <div className="flex min-w-0 flex-col gap-3.5 md:gap-4 xl:col-start-1 xl:row-start-1">
              {isByProgram ? (
                <ProgramPicture broadcast={broadcast} stream={stream} input={input} className={pictureClass} />
              ) : (
                <>
                  <Picture capture={capture} isPreview={false} className={pictureClass}>
                    <Trouble broadcast={broadcast} capture={capture} />
                  </Picture>
                  <ControlRow capture={capture} />
                </>
              )}
            </div>
            {shows.cards}
          </div>
          <Switcher panel={panel} onChange={setPanel} />
          <div
            className={clsx(
              'grid grid-cols-[minmax(0,1fr)] items-start gap-4 max-md:px-4 lg:grid-cols-2 xl:contents',
              panel === 'chat' && 'max-lg:hidden',
            )}
          >
            <div
              className={clsx(
                'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4',
                'xl:col-start-1 xl:row-start-2 xl:block xl:columns-2 xl:*:mb-4 xl:*:break-inside-avoid',
                shown('stream'),
              )}
            >
              <StreamInfo broadcast={broadcast} stream={stream} />
              <GoalCard broadcast={broadcast} stream={stream} />
              <MarkersCard stream={stream} />
              {shows.price}
              <TipMenuCard menu={stream.menu} onSaved={(menu) => broadcast.setMenu(stream._id, menu)} />
              {isByProgram ? <ProgramInputCard input={input} /> : <ConnectionCard broadcast={broadcast} />}
              <RoomKeys isApproved />
            </div>
            <div
              className={clsx(
                'min-w-0 xl:col-start-2',
                shows.hasCards ? 'xl:row-start-2' : 'xl:row-span-2 xl:row-start-1',
                shown('activity'),
              )}
            >
              <Activity creatorId={chat._id} seen={messages} broadcast={broadcast} />
            </div>
          </div>
        </div>
        {shows.chat(chatClass) ?? (
          <RoomChat chat={chat} streamId={stream._id} messages={messages} className={chatClass} />
        )}
      </div>
    </div>
  )
}

function ControlRow({ capture }: { capture: Capture }) {
  const t = useT()
  const { list } = useFormats()
  const [choosing, setChoosing] = useState(false)
  const { devices, chosen } = useStore(capture)
  const nameOf = (kind: 'camera' | 'microphone') => devices[kind].find(({ id }) => id === chosen[kind])?.name
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:px-4 md:rounded-md md:bg-surface md:p-2.5 md:ring-1 md:ring-line">
      <Controls capture={capture} look="page" />
      <IconButton label={t('liveStudio.devices.title')} tip="top" variant="quiet" onClick={() => setChoosing(true)}>
        <Settings2 aria-hidden="true" />
      </IconButton>
      <LevelMeter capture={capture} bars={14} className="w-40 max-md:flex-1 md:ms-1 md:w-56" />
      <p className="ms-auto min-w-0 truncate text-xs text-ink-3 max-lg:hidden">
        {list([nameOf('camera'), nameOf('microphone')])}
      </p>
      <Sheet open={choosing} onOpenChange={setChoosing} title={t('liveStudio.devices.title')}>
        <Devices capture={capture} meter={<LevelMeter capture={capture} />} />
      </Sheet>
    </div>
  )
}

function Switcher({ panel, onChange }: { panel: Panel; onChange: (panel: Panel) => void }) {
  const t = useT()
  return (
    <div
      role="group"
      aria-label={t('liveStudio.panels')}
      className="flex rounded-full bg-surface-2 p-[3px] max-md:mx-4 lg:hidden"
    >
      {panels.map((name) => (
        <SwitcherButton key={name} isOn={panel === name} onPress={() => onChange(name)}>
          {t(`liveStudio.panel.${name}`)}
        </SwitcherButton>
      ))}
    </div>
  )
}
const SwitcherButton = ({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onPress}
    className={clsx(
      'h-[38px] min-w-0 flex-1 truncate rounded-full px-3 text-sm font-semibold pointer-coarse:h-11',
      isOn ? 'bg-surface text-ink shadow-[var(--shadow-1),0_0_0_1px_var(--line)] dark:bg-surface-3' : 'text-ink-2',
    )}
  >
    {children}
  </button>
)
