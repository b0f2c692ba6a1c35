import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { sendCommand, socketStatus, useSocketMessage, useSocketRefetch, useSocketStatus } from '../../api/socket.ts'
import { type ChatChange, chatFrom, chatReducer, type PublicChat, type PublicMessage } from './chat-state.ts'

const fetched = 50
/** So many that wait are shown at once; after one is decided there is room for the next with the next visit. */
const heldShown = 100

/** The public chat of a creator on a page: what was said, its rules, and sending. `messages` come newest first, as the server answers them. */
export function useRoomChat(loaded: PublicChat, messages: readonly PublicMessage[]) {
  const [chat, setChat] = useState(loaded)
  const [state, change] = useReducer(chatReducer, messages, chatFrom)
  const unsent = useRef<{ text: string; clientId: string }>(null)

  /** Returns false where it was refused: the text is the writer's again. */
  const send = async (text: string): Promise<boolean> => {
    // The same text again is the same message: the first try may have arrived.
    const clientId = unsent.current?.text === text ? unsent.current.clientId : crypto.randomUUID()
    unsent.current = { text, clientId }
    change({ type: 'sending', sending: { clientId, text } })
    try {
      const { data } = await call('POST /messages/stream/:id', { params: { id: chat._id }, body: { text, clientId } })
      unsent.current = null
      change({ type: 'received', messages: [data] })
      return true
    } catch (error) {
      change({ type: 'refused', clientId, problem: asProblem(error) })
      return false
    }
  }
  return { chat, setChat, state, change, send }
}

interface UpdatesProps {
  chat: PublicChat
  change: (change: ChatChange) => void
  onRules: (chat: PublicChat) => void
}
/** Brings the chat up to date as the socket says. For who is signed in: nobody else has one. */
export function ChatUpdates({ chat: { _id: id, writing }, change, onRules }: UpdatesProps): null {
  const isHere = useCallback((conversationId: string) => conversationId === id, [id])
  const catchUp = useCallback(() => {
    call('GET /messages/stream/:id', { params: { id }, query: { limit: fetched } }).then(
      ({ data }) => change({ type: 'received', messages: data }),
      () => {},
    )
    call('GET /messages/stream/:id/held', { params: { id }, query: { pageSize: heldShown } }).then(
      ({ data }) => change({ type: 'waiting', messages: data }),
      () => {},
    )
  }, [id, change])
  const readRules = useCallback(() => {
    call('GET /conversations/stream/performer/:id', { params: { id } }).then(
      ({ data }) => onRules(data),
      () => {},
    )
  }, [id, onRules])
  useSocketMessage(
    'stream-message/created',
    useCallback(
      ({ conversationId, message }) => {
        if (isHere(conversationId)) change({ type: 'received', messages: [message] })
      },
      [isHere, change],
    ),
  )
  useSocketMessage(
    'stream-message/held',
    useCallback(
      ({ conversationId, message }) => {
        if (isHere(conversationId)) change({ type: 'received', messages: [message] })
      },
      [isHere, change],
    ),
  )
  useSocketMessage(
    'stream-message/deleted',
    useCallback(
      ({ conversationId, messageId }) => {
        if (isHere(conversationId)) change({ type: 'deleted', id: messageId })
      },
      [isHere, change],
    ),
  )
  useSocketMessage(
    'stream-messages/cleared',
    useCallback(
      ({ conversationId }) => {
        if (isHere(conversationId)) change({ type: 'cleared' })
      },
      [isHere, change],
    ),
  )
  useSocketMessage(
    'conversation/updated',
    useCallback(
      ({ conversationId }) => {
        if (!isHere(conversationId)) return
        readRules()
        // Who has become a moderator sees what waits, and who was unbanned what is said.
        catchUp()
      },
      [isHere, readRules, catchUp],
    ),
  )
  useMuteEnd(writing, readRules)
  // A block, or another country: whether the chat may still be read says the server.
  useSocketMessage(
    'conversation/left',
    useCallback(
      ({ conversationId }) => {
        if (isHere(conversationId)) void join(id).then(readRules)
      },
      [id, isHere, readRules],
    ),
  )
  useSocketRefetch(catchUp)
  const isConnected = useSocketStatus() === 'connected'
  useEffect(() => {
    if (!isConnected) return
    let isOver = false
    void join(id).then(() => {
      // What was said between the page and here.
      if (!isOver) catchUp()
    })
    return () => {
      isOver = true
      // Of a lost connection the server knows. Said after it is back, it would undo the joining that follows it.
      if (socketStatus() === 'connected') void sendCommand('conversation/leave', { conversationId: id })
    }
  }, [id, isConnected, catchUp])
  return null
}
const join = (conversationId: string) => sendCommand('conversation/join', { conversationId })

/** Looks again when a mute is over. */
function useMuteEnd({ reason, until }: PublicChat['writing'], look: () => void): void {
  useEffect(() => {
    if (reason !== 'muted' || until === null) return
    const timer = setTimeout(look, Math.max(1_000, Date.parse(until) - Date.now() + 500))
    return () => clearTimeout(timer)
  }, [reason, until, look])
  useSocketMessage(
    'stream/ended',
    useCallback(() => {
      if (reason === 'muted' && until === null) look()
    }, [reason, until, look]),
  )
}
