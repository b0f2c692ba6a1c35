import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'

export type ReplayMessage = Reply<'GET /streaming/replays/:id/chat'>['data'][number]

/** What was said before the moment to which somebody jumps, in seconds: who comes in sees what it is about. */
const beforeSeconds = 60
/** More is read when so little of what is known lies ahead. */
const aheadSeconds = 30

interface Known {
  /** Everything from this second on is known, as far as `messages` go; null before the first answer. */
  from: number | null
  messages: readonly ReplayMessage[]
  isWhole: boolean
}
const nothing: Known = { from: null, messages: [], isWhole: false }

/** What had been said at a second of the video: read as the video goes on, and anew where somebody jumps. */
export function useReplayChat(videoId: string, now: number) {
  const [known, setKnown] = useState(nothing)
  const [hasFailed, setFailed] = useState(false)
  const reading = useRef(false)
  // It changes several times a second: only what follows from it counts.
  const latest = useRef(now)
  latest.current = now
  const { from, messages, isWhole } = known
  const end = messages.at(-1)?.at ?? from ?? 0
  const isOutside = from === null || now < from || (!isWhole && now > end + beforeSeconds)
  const isShort = !isWhole && now + aheadSeconds > end
  const read = useCallback(
    async (start: number, before: readonly ReplayMessage[]) => {
      if (reading.current) return
      reading.current = true
      try {
        const after = before.at(-1)?._id
        const { data, nextCursor } = await call('GET /streaming/replays/:id/chat', {
          params: { id: videoId },
          query: { from: start, ...(after && { after }) },
        })
        setKnown({ from: start, messages: [...before, ...data], isWhole: nextCursor === null })
        setFailed(false)
      } catch {
        setFailed(true)
      } finally {
        reading.current = false
      }
    },
    [videoId],
  )
  useEffect(() => setKnown(nothing), [videoId])
  useEffect(() => {
    if (hasFailed) return
    if (isOutside) void read(Math.max(0, latest.current - beforeSeconds), [])
    else if (isShort) void read(from, messages)
  }, [isOutside, isShort, hasFailed, from, messages, read])
  return { said: messages.filter(({ at }) => at <= now), hasFailed, retry: () => setFailed(false) }
}
