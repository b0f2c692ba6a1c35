import { DoorClosed, Flag, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { EndShow } from '../../../parts/live/shows/end-show.tsx'
import { BigClock, ShowMeter, UsedBar } from '../../../parts/live/shows/meter.tsx'
import { GroupChat } from '../../../parts/live/shows/group-chat.tsx'
import { ShowChat } from '../../../parts/live/shows/show-chat.tsx'
import { joinGroup, joinShow, type Show, useCounted } from '../../../parts/live/shows/use-shows.ts'
import { ShowWarning } from '../../../parts/live/shows/warning.tsx'
import type { Stream } from '../../../parts/live/stream.ts'
import { LiveStage } from '../../../parts/live/stage.tsx'
import { useWakeLock } from '../../../parts/live/wake-lock.ts'
import { useWatching } from '../../../parts/live/watch.ts'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { TipSheet, useTipPress } from '../../../parts/money/tip-button.ts'
import { Price } from '../../../parts/money/price.tsx'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { openReport } from '../../../parts/reports/report.ts'
import { clock } from '../../../parts/posts/duration.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Profile } from './profile.ts'

interface ShowRoomProps {
  show: Show
  /** Of a group show, how many are in it. */
  group: Stream['groupShow']
  profile: Profile
  onChange: (show: Show) => void
}
/** A private show or a group show in place of the public room, for a fan: video, what it costs by now, and what the two write. */
export function ShowRoom({ show, group, profile, onChange }: ShowRoomProps) {
  const t = useT()
  const { tokens, number } = useFormats()
  const { groupId } = show
  const [ending, setEnding] = useState(false)
  const { video, watching, isDelayed, play } = useWatching(
    groupId ?? show.conversationId,
    true,
    groupId ? joinGroup : joinShow,
  )
  useWakeLock(true)
  const end = t(groupId ? 'live.group.leave' : 'live.show.end')
  const chatClass = 'min-h-0 flex-1 md:min-h-64'
  const phoneTip = profile.can.tip ? (
    <span className="md:hidden">
      <ShowTip profile={profile} />
    </span>
  ) : null
  const isPrivate = (
    <Badge tone="media">
      {groupId ? <UsersRound aria-hidden="true" /> : <DoorClosed aria-hidden="true" />}
      {groupId ? t('live.group.only', { people: number(group?.people ?? 1) }) : t('live.show.only')}
    </Badge>
  )
  return (
    <>
      <div className="min-h-0 min-w-0 md:overflow-y-auto md:px-5 md:py-4">
        <LiveStage
          stream={null}
          badges={isPrivate}
          poster={profile.cover}
          chatId={groupId ?? show.conversationId}
          video={video}
          watching={watching}
          isDelayed={isDelayed}
          onPlay={play}
          isSignedIn={false}
          instead={null}
          corner={null}
          over={<ShowWarning show={show} />}
        />
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 max-md:sr-only">
          <Avatar src={profile.avatar} size={44} live />
          <div className="min-w-0 flex-1 basis-64">
            <h1 dir="auto" className="text-2xl wrap-anywhere">
              {t(groupId ? 'live.group.with' : 'live.show.with', { name: profile.name })}
            </h1>
            <p className="num text-sm text-ink-3">
              {t('live.show.perMinute', { tokens: tokens(show.pricePerMinute) })}
            </p>
          </div>
          {profile.can.tip ? <ShowTip profile={profile} /> : null}
          <Button variant="outline" onClick={() => openReport({ type: 'performer', id: profile._id })}>
            <Flag aria-hidden="true" />
            {t('live.show.report')}
          </Button>
        </div>
      </div>
      <div className="on-stage absolute inset-x-0 top-0 z-10 grid gap-2 p-3 text-white md:hidden">
        <div className="flex items-center gap-2">
          <span className="flex min-w-0 items-center gap-2 rounded-full bg-[rgb(24_19_16/.66)] p-1 pe-3 text-sm font-semibold backdrop-blur-md">
            <Avatar src={profile.avatar} size={36} live />
            <bdi>{profile.name}</bdi>
          </span>
          <span className="flex-1" />
          <Button variant="danger" onClick={() => setEnding(true)}>
            {end}
          </Button>
        </div>
        <PhoneMeter show={show} />
      </div>
      <aside className="flex min-h-0 flex-col max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:h-[40%] max-md:bg-linear-to-t max-md:from-black/85 max-md:to-transparent max-md:pb-[env(safe-area-inset-bottom)] md:overflow-y-auto md:border-s md:border-line">
        <div className="border-b border-line max-md:hidden">
          <ShowMeter show={show}>
            <Button variant="danger" wide className="mt-3" onClick={() => setEnding(true)}>
              {end}
            </Button>
            <p className="mt-2 text-center text-xs text-ink-3">{t('live.show.unused')}</p>
          </ShowMeter>
        </div>
        {groupId ? (
          <GroupChat groupId={groupId} performer={profile} over beside={phoneTip} className={chatClass} />
        ) : (
          <ShowChat show={show} side="fan" over beside={phoneTip} className={chatClass} />
        )}
      </aside>
      {ending ? <EndShow show={show} side="fan" onEnded={onChange} onClose={() => setEnding(false)} /> : null}
    </>
  )
}

/** On phones, over the video. */
function PhoneMeter({ show }: { show: Show }) {
  const t = useT()
  const { counted, cost, secondsLeft } = useCounted(show)
  const state = show.startedAt === null ? 'connecting' : show.isCounting ? 'counting' : 'paused'
  return (
    <section
      aria-label={t('live.show.meter')}
      className="rounded-lg bg-[rgb(24_19_16/.72)] px-3.5 py-2.5 backdrop-blur-md"
    >
      <div className="flex items-center justify-between gap-3">
        <BigClock seconds={counted} size="text-2xl" />
        <Price tokens={cost} bare className="text-lg text-white" />
      </div>
      <UsedBar show={show} className="mt-2 h-2!" />
      <p className="num mt-1.5 flex justify-between gap-3 text-xs">
        <span>{t(`live.show.${state}`)}</span>
        <span>{t('live.show.timeLeft', { time: clock(secondsLeft * 1_000) })}</span>
      </p>
    </section>
  )
}

/** What is tipped here the two see in their conversation. */
function ShowTip({ profile }: { profile: Profile }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const press = useTipPress(() => setOpen(true))
  const tip = `tip:show-${profile._id}`
  useCheckoutReturn(tip, () => setOpen(true))
  return (
    <>
      <Button variant="tip" {...press}>
        <TokenIcon />
        {t('live.tip')}
      </Button>
      {isOpen ? (
        <Suspense>
          <TipSheet open onOpenChange={setOpen} performer={profile} shownIn="conversation" what={tip} />
        </Suspense>
      ) : null}
    </>
  )
}
