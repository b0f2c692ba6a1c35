import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Reply } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useSocketMessage, useSocketRefetch } from '../../../api/socket.ts'
import type { Show } from './use-shows.ts'

type Message = Reply<'GET /messages/conversations/:id'>['data'][number]
type Writing = Reply<'GET /conversations/:id'>['data']['writing']
const fetched = 100

/** What the two of a show have written to one another since it was asked for. */
export function useShowChat({ conversationId: id, createdAt }: Show) {
  // Null until they are loaded.
  const [messages, setMessages] = useState<readonly Message[] | null>(null)
  const [writing, setWriting] = useState<Writing | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const unsent = useRef<{ text: string; clientId: string }>(null)
  const add = useCallback(
    (found: readonly Message[]) =>
      setMessages((before) => {
        const all = new Map((before ?? []).map((message) => [message._id, message]))
        for (const message of found) if (message.createdAt >= createdAt) all.set(message._id, message)
        return [...all.values()].toSorted((a, b) => a.sequence - b.sequence)
      }),
    [createdAt],
  )
  const load = useCallback(() => {
    call('GET /messages/conversations/:id', { params: { id }, query: { limit: fetched } }).then(
      ({ data }) => add(data),
      () => {},
    )
  }, [id, add])
  const loadAll = useCallback(() => {
    load()
    call('GET /conversations/:id', { params: { id } }).then(
      ({ data }) => setWriting(data.writing),
      () => {},
    )
  }, [id, load])
  useEffect(loadAll, [loadAll])
  useSocketRefetch(loadAll)
  const changed = useCallback(
    ({ conversationId }: { conversationId: string }) => {
      if (conversationId === id) load()
    },
    [id, load],
  )
  useSocketMessage('message/created', changed)
  useSocketMessage('message/deleted', changed)

  /** Returns false where it was refused: the text is the writer's again. */
  const send = async (text: string): Promise<boolean> => {
    // The same text again is the same message: the first try may have arrived.
    const clientId = unsent.current?.text === text ? unsent.current.clientId : crypto.randomUUID()
    unsent.current = { text, clientId }
    setProblem(null)
    try {
      const { data } = await call('POST /messages/conversations/:id', { params: { id }, body: { text, clientId } })
      unsent.current = null
      add([data])
      return true
    } catch (error) {
      setProblem(asProblem(error))
      return false
    }
  }
  return { messages, writing, problem, send }
}
