import { useCallback, useEffect, useState } from 'react'
import { call, type Reply } from '../../../api/client.ts'
import { useSocketMessage, useSocketRefetch } from '../../../api/socket.ts'
import { useBalanceEvents } from '../../money/balance.ts'
import type { Join } from '../watch.ts'

export type Show = Reply<'GET /streaming/private-requests'>['data'][number]

export const isRunning = ({ status }: Show): boolean => status === 'accepted' || status === 'active'
const isOpen = (show: Show): boolean => show.status === 'requested' || isRunning(show)

/** So many of the latest are read: those that ended while there was no connection are among them. */
const read = 100
/** Between two messages of a show that counts are ten seconds. */
const betweenMax = 12

/** How a show's room is entered, by its conversation. */
export const joinShow: Join = async (conversationId) => {
  const { data } = await call('GET /streaming/private-requests/:conversationId/join', { params: { conversationId } })
  return data.transport
}

/** The same of a group show, by its id. */
export const joinGroup: Join = async (id) => {
  const { data } = await call('GET /streaming/group-shows/:id/join', { params: { id } })
  return data.transport
}

/** Private shows, and parts of group shows, on a page: those that wait for an answer or run, and those that ended while it was looked at, the newest first. */
export function useShows(first: readonly Show[] = []) {
  const [shows, setShows] = useState(first)
  const take = useCallback((found: readonly Show[]) => {
    setShows((before) => {
      const known = new Map(before.map((show) => [show._id, show]))
      for (const show of found) {
        const now = known.get(show._id)
        // What is over stays so, whichever answer comes later; what ended before this page came is none of it.
        if (now ? isOpen(now) || !isOpen(show) : isOpen(show)) known.set(show._id, show)
      }
      return [...known.values()].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    })
  }, [])
  const forget = useCallback((id: string) => setShows((before) => before.filter(({ _id }) => _id !== id)), [])
  return { shows, take, forget }
}

/** Brings them up to date as the socket says. For who is signed in. */
export function ShowUpdates({
  isMine,
  take,
}: {
  isMine: (show: Show) => boolean
  take: (shows: readonly Show[]) => void
}): null {
  const load = useCallback(() => {
    call('GET /streaming/private-requests', { query: { pageSize: read } }).then(
      ({ data }) => take(data.filter(isMine)),
      () => {},
    )
  }, [isMine, take])
  useEffect(load, [load])
  useSocketRefetch(load)
  useBalanceEvents()
  const changed = useCallback(({ show }: { show: Show }) => take([show].filter(isMine)), [isMine, take])
  useSocketMessage('private-request/created', changed)
  useSocketMessage('private-request/updated', changed)
  useSocketMessage('private-show/started', changed)
  useSocketMessage('private-show/ticked', changed)
  useSocketMessage('private-show/ended', changed)
  return null
}

/** What a running show has counted by now: what the server said last, and the seconds since while it counts. */
export function useCounted(show: Show): { counted: number; cost: number; secondsLeft: number } {
  const [since, setSince] = useState({ show, passed: 0 })
  useEffect(() => {
    if (!show.isCounting) return
    const began = performance.now()
    const tick = () => setSince({ show, passed: Math.floor((performance.now() - began) / 1_000) })
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [show])
  const passed = show.isCounting && since.show === show ? Math.min(since.passed, betweenMax) : 0
  const counted = show.counted + passed
  return {
    counted,
    // Whole seconds, in hundredths of a token, rounded down, as the server does.
    cost: Math.floor((Math.round(show.pricePerMinute * 100) * counted) / 60) / 100,
    secondsLeft: Math.max(0, (show.secondsLeft ?? 0) - passed),
  }
}

/** Until an instant, in whole seconds. */
export function useSecondsUntil(at: string): number {
  const [left, setLeft] = useState(() => secondsUntil(at))
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(at))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [at])
  return left
}
const secondsUntil = (at: string) => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1_000))
