import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { sendCommand, socketStatus, useSocketMessage, useSocketRefetch, useSocketStatus } from '../../api/socket.ts'

export type Stream = Reply<'GET /streaming/user/search'>['data'][number]

/**
 * Brings a stream up to date as the socket says, and with it the one that its creator opens next. `onRefused`: the viewer may not watch it any more. For
 * who is signed in.
 */
export function StreamUpdates({
  stream: { _id: id, performer },
  onChange,
  onRefused,
}: {
  stream: Pick<Stream, '_id' | 'performer'>
  onChange: (change: (stream: Stream) => Stream) => void
  onRefused: () => void
}): null {
  const heard = useRef(0)
  const take = useCallback(
    ({ stream }: { stream: Stream }) => {
      if (stream.performer._id !== performer._id) return
      heard.current += 1
      onChange(() => stream)
    },
    [performer._id, onChange],
  )
  useSocketMessage('stream/started', take)
  useSocketMessage('stream/updated', take)
  useSocketMessage('stream/ended', take)
  useSocketMessage(
    'stream/viewers',
    useCallback(
      ({ streamId, viewers }) => {
        if (streamId === id)
          onChange((stream) => ({ ...stream, viewers, peakViewers: Math.max(stream.peakViewers, viewers) }))
      },
      [id, onChange],
    ),
  )
  useSocketMessage(
    'goal/updated',
    useCallback(
      ({ streamId, goal }) => {
        if (streamId === id) onChange((stream) => ({ ...stream, goal }))
      },
      [id, onChange],
    ),
  )
  useSocketMessage(
    'stream/left',
    useCallback(
      ({ streamId }) => {
        if (streamId === id) onRefused()
      },
      [id, onRefused],
    ),
  )
  /** What it is now: of what was said before the room was joined, the socket says nothing. What it says meanwhile is newer. */
  const look = useCallback(() => {
    const before = heard.current
    call('GET /streaming/user/search', { query: { performerId: performer._id, pageSize: 1 } }).then(
      ({ data: [now] }) => {
        if (heard.current !== before) return
        if (now) onChange(() => now)
        else onRefused()
      },
      () => undefined,
    )
  }, [performer._id, onChange, onRefused])
  useSocketRefetch(look)
  const isConnected = useSocketStatus() === 'connected'
  useEffect(() => {
    if (!isConnected) return
    let isOver = false
    void sendCommand('stream/join', { streamId: id }).then(() => {
      if (!isOver) look()
    })
    return () => {
      isOver = true
      // Said after a lost connection is back, it would undo the joining that follows it.
      if (socketStatus() === 'connected') void sendCommand('stream/leave', { streamId: id })
    }
  }, [id, isConnected, look])
  return null
}

/** A stream that the loader may load anew. */
export function useStream(loaded: Stream | null) {
  const [known, setKnown] = useState({ loaded, stream: loaded })
  if (known.loaded !== loaded) setKnown({ loaded, stream: loaded })
  const change = useCallback(
    (next: (stream: Stream) => Stream) =>
      setKnown((now) => ({ ...now, stream: now.stream ? next(now.stream) : now.stream })),
    [],
  )
  return [known.loaded === loaded ? known.stream : loaded, change] as const
}
