import { useCallback, useEffect, useState } from 'react'
import type { StreamPoll } from '@fanlight/contract/stream-polls'
import { call } from '../../api/client.ts'
import { useSocketMessage, useSocketRefetch } from '../../api/socket.ts'

/** The poll of a stream as it stands, with what the viewer chose. For who is signed in and may watch. */
export function usePoll(streamId: string) {
  const [poll, setPoll] = useState<StreamPoll | null>(null)
  const read = useCallback(() => {
    call('GET /streaming/:id/poll', { params: { id: streamId } }).then(
      ({ data }) => setPoll(data),
      () => {},
    )
  }, [streamId])
  useEffect(read, [read])
  useSocketRefetch(read)
  useSocketMessage(
    'stream-poll/updated',
    useCallback(
      ({ poll: told }) => {
        if (told.streamId === streamId)
          setPoll((now) => ({ ...told, choice: now?._id === told._id ? now.choice : null }))
      },
      [streamId],
    ),
  )
  return { poll, setPoll }
}

/** How many milliseconds are left, by the second. */
export function useTimeLeft(until: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Date.parse(until) - now)
}
