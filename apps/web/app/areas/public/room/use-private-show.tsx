import { type ReactNode, useCallback } from 'react'
import { isRunning, type Show, ShowUpdates, useShows } from '../../../parts/live/shows/use-shows.ts'
import { Waiting } from '../../../parts/live/shows/waiting.tsx'
import type { Stream } from '../../../parts/live/stream.ts'
import { useMe } from '../../../parts/site/site.ts'
import type { Profile } from './profile.ts'
import { ShowEnded } from './show-ended.tsx'

/**
 * What there is between the viewer and this creator: the show that runs, or what became of the latest request. `updates` has to be rendered; `notice` belongs
 * above the field of the room. `first`: what was known when the page was rendered.
 */
export function usePrivateShow(profile: Profile, stream: Stream | null, first: readonly Show[]) {
  const me = useMe()
  const { shows, take, forget } = useShows(first)
  const isMine = useCallback(
    (show: Show) => show.performer._id === profile._id && show.user._id === me?._id,
    [profile._id, me?._id],
  )
  const onChange = useCallback((show: Show) => take([show]), [take])
  const newest = shows.find(isMine)
  const close = () => newest && forget(newest._id)
  const isOver = newest?.status === 'ended'
  const notice: ReactNode =
    newest && !isOver && !isRunning(newest) ? (
      <Waiting show={newest} offer={stream?.groupOffer ?? null} onChange={onChange} onForget={close} />
    ) : null
  return {
    running: newest && isRunning(newest) ? newest : null,
    mayAsk: newest?.status !== 'requested',
    onChange,
    notice,
    updates: (
      <>
        {me && me._id !== profile._id ? <ShowUpdates isMine={isMine} take={take} /> : null}
        {isOver ? <ShowEnded show={newest} onClose={close} /> : null}
      </>
    ),
  }
}
