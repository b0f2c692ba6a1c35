import { useCallback, useEffect } from 'react'
import { sendCommand, useSocketMessage, useSocketRefetch, useSocketStatus } from '../../../api/socket.ts'
import { useMe } from '../../../parts/site/site.ts'
import { noteSeen, noteTyping, refresh, sendWaiting, sync, syncAll, threadOf } from './threads.ts'

const refreshKnown = ({ conversationId, messageId }: { conversationId: string; messageId: string }) => {
  const known = threadOf(conversationId)?.messages.find(({ _id }) => _id === messageId)
  if (known) refresh(conversationId, known.sequence).catch(() => undefined)
}

/** Brings conversations up to date as the socket says; `onListChanged` is called for each conversation that moved in the list. */
export function useConversationUpdates(onListChanged: () => void): void {
  const me = useMe()?._id
  useSocketMessage(
    'message/created',
    useCallback(
      ({ conversationId, senderId }) => {
        if (senderId !== me) noteTyping(conversationId, false)
        if (threadOf(conversationId)) sync(conversationId).catch(() => undefined)
      },
      [me],
    ),
  )
  useSocketMessage('message/deleted', refreshKnown)
  useSocketMessage(
    'message/updated',
    useCallback(
      (updated) => {
        refreshKnown(updated)
        onListChanged()
      },
      [onListChanged],
    ),
  )
  useSocketMessage(
    'message/seen',
    useCallback(({ conversationId, readerId, sequence }) => noteSeen(conversationId, readerId, sequence), []),
  )
  useSocketMessage(
    'typing/changed',
    useCallback(({ conversationId, isTyping }) => noteTyping(conversationId, isTyping), []),
  )
  useSocketMessage('conversation/updated', onListChanged)
  useSocketRefetch(
    useCallback(() => {
      syncAll()
      onListChanged()
    }, [onListChanged]),
  )
  // Back again: what waits is sent.
  const isConnected = useSocketStatus() === 'connected'
  useEffect(() => {
    if (isConnected) sendWaiting()
    addEventListener('online', sendWaiting)
    return () => removeEventListener('online', sendWaiting)
  }, [isConnected])
}

/** Sends to the other person that one is typing. Not worth an error. */
export const sayTyping = (conversationId: string, isTyping: boolean): void =>
  void sendCommand('typing/set', { conversationId, isTyping })
