import { type ParticipantInfo, ParticipantInfo_State, TrackType } from 'livekit-server-sdk'
import type { EngineRoom } from '../port.ts'
import { type Person, publisherName } from './names.ts'
import type { Reached } from './store.ts'

export interface LiveKitRoom
  extends Pick<EngineRoom, 'id' | 'opening' | 'state' | 'publishing' | 'watching' | 'watchingAccounts'> {
  /** Whom video reaches at this moment, each person once. */
  reached: Reached[]
}

const isThere = ({ state }: ParticipantInfo) =>
  state === ParticipantInfo_State.JOINED || state === ParticipantInfo_State.ACTIVE

/** A room as LiveKit's list of the people in it shows it. It was opened by its publisher, so one without is left for a while. */
export function readRoom(
  { id, opening }: { id: string; opening: string },
  people: readonly ParticipantInfo[],
  open: (sealed: string) => Person | undefined,
): LiveKitRoom {
  const publisher = people.find((one) => one.identity === publisherName && isThere(one))
  const tracks = (publisher?.tracks ?? []).filter(({ muted }) => !muted)
  const viewers = people.filter(isThere).flatMap((one) => {
    const person = one.identity === publisherName ? undefined : open(one.identity)
    return person ? [{ ...person, sid: one.sid, isActive: one.state === ParticipantInfo_State.ACTIVE }] : []
  })
  const video = tracks.find(({ type }) => type === TrackType.VIDEO)
  const byUser = new Map<string, Reached>()
  // The one that has been there longest, as its name stays the same.
  if (video && publisher)
    for (const { user, sid } of viewers.filter(({ isActive }) => isActive).toSorted(bySid))
      if (!byUser.has(user)) byUser.set(user, { opening, user, span: `${sid} ${publisher.sid} ${video.sid}` })
  return {
    id,
    opening,
    state: tracks.length > 0 ? 'live' : publisher ? 'idle' : 'away',
    publishing: (publisher && open(publisher.metadata)?.session) ?? null,
    watching: viewers.map(({ session }) => session),
    watchingAccounts: viewers.map(({ user }) => user),
    reached: [...byUser.values()],
  }
}

const bySid = (a: { sid: string }, b: { sid: string }) => (a.sid < b.sid ? -1 : 1)
