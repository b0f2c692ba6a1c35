import { type ReactNode, useCallback, useEffect } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { GroupChat } from '../../../parts/live/shows/group-chat.tsx'
import { ShowReceipt } from '../../../parts/live/shows/receipt.tsx'
import { ShowChat } from '../../../parts/live/shows/show-chat.tsx'
import { isRunning, type Show, ShowUpdates, useShows } from '../../../parts/live/shows/use-shows.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Button } from '../../../ui/button.tsx'
import type { Broadcast } from './broadcast.ts'
import { GroupEnded } from './group-ended.tsx'
import { GroupOffer } from './group-offer.tsx'
import { GroupWaiting } from './group-waiting.tsx'
import { RunningGroup } from './running-group.tsx'
import { RunningShow } from './running-show.tsx'
import { ShowPrice } from './show-price.tsx'
import { ShowRequests } from './show-requests.tsx'

export interface StudioShows {
  /** Brings them up to date. */
  updates: ReactNode
  /** What waits for an answer, the show that runs, what the last one brought. */
  cards: ReactNode
  /** Something of it can be seen. */
  hasCards: boolean
  price: ReactNode
  /** In place of the chat of the public room, while a show runs. */
  chat: (className: string) => ReactNode
}
interface Creator {
  _id: string
  commissionPct: number
}
/** The private shows and group shows of the creator in the studio. What this page publishes goes into the one that runs. */
export function useStudioShows(broadcast: Broadcast, { _id: id, commissionPct }: Creator): StudioShows {
  const { shows, take, forget } = useShows()
  const { stream } = useStore(broadcast)
  const group = stream?.groupShow ?? null
  const isMine = useCallback((show: Show) => show.performer._id === id, [id])
  const alone = shows.filter(({ type }) => type === 'private')
  const running = alone.find(isRunning) ?? null
  const groupId = group?._id
  useEffect(
    () => broadcast.setShow(running ?? (groupId ? { _id: groupId, isGroup: true } : null)),
    [broadcast, running, groupId],
  )
  const onChange = useCallback((show: Show) => take([show]), [take])
  const isBusy = running !== null || group !== null
  const ended = isBusy ? undefined : shows.find(({ status }) => status === 'ended')
  const endedGroup = ended?.groupId ? shows.filter((show) => show.groupId === ended.groupId) : []
  const requested = shows.filter(({ status }) => status === 'requested')
  const hasCards = isBusy || ended !== undefined || requested.length > 0
  const rest = { commissionPct, broadcast, onChange }
  const forgetAll = () => {
    for (const show of endedGroup) forget(show._id)
  }
  return {
    updates: <ShowUpdates isMine={isMine} take={take} />,
    cards: (
      // The part that reads out new requests is there before the first one.
      <div className={hasCards ? 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4' : 'sr-only'}>
        {running ? (
          <RunningShow show={running} {...rest} />
        ) : group ? (
          <RunningGroup group={group} shows={shows.filter((show) => show.groupId === group._id)} {...rest} />
        ) : (
          <>
            <ShowRequests shows={requested.filter(({ type }) => type === 'private')} {...rest} />
            <GroupWaiting shows={requested.filter(({ type }) => type === 'group')} {...rest} />
          </>
        )}
        {ended && !ended.groupId ? <Ended show={ended} onClose={() => forget(ended._id)} /> : null}
        {endedGroup.length > 0 ? <GroupEnded shows={endedGroup} onClose={forgetAll} /> : null}
      </div>
    ),
    hasCards,
    price: (
      <>
        <ShowPrice broadcast={broadcast} commissionPct={commissionPct} />
        <GroupOffer broadcast={broadcast} commissionPct={commissionPct} />
      </>
    ),
    chat: (className) =>
      running ? (
        <ShowChat show={running} side="creator" className={className} />
      ) : group && stream ? (
        <GroupChat groupId={group._id} performer={stream.performer} className={className} />
      ) : null,
  }
}

function Ended({ show, onClose }: { show: Show; onClose: () => void }) {
  const t = useT()
  return (
    <section aria-labelledby="show-ended" className="rounded-lg bg-surface p-4 ring-1 ring-line max-md:mx-4">
      <div className="flex items-center gap-3">
        <h2 id="show-ended" className="min-w-0 flex-1 text-lg wrap-anywhere">
          {t('live.show.with', { name: show.user.name })}
        </h2>
        <Button size="sm" onClick={onClose}>
          {t('liveStudio.show.done')}
        </Button>
      </div>
      <ShowReceipt show={show} side="creator" />
    </section>
  )
}
