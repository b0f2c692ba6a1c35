import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Reply } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useSocketMessage, useSocketRefetch } from '../../../api/socket.ts'

type Message = Reply<'GET /streaming/group-shows/:id/messages'>['data'][number]

/** What was written in a group show. */
export function useGroupChat(id: string) {
  // Null until they are loaded.
  const [messages, setMessages] = useState<readonly Message[] | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const unsent = useRef<{ text: string; clientId: string }>(null)
  const add = useCallback((found: readonly Message[]) => {
    setMessages((before) => {
      const all = new Map([...(before ?? []), ...found].map((message) => [message._id, message]))
      // Ids are given in the order in which messages are written.
      return [...all.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1))
    })
  }, [])
  const load = useCallback(() => {
    call('GET /streaming/group-shows/:id/messages', { params: { id } }).then(
      ({ data }) => add(data),
      () => {},
    )
  }, [id, add])
  useEffect(load, [load])
  useSocketRefetch(load)
  useSocketMessage(
    'group-message/created',
    useCallback(({ groupId, message }) => groupId === id && add([message]), [id, add]),
  )

  /** Returns false where it was refused: the text is the writer's again. */
  const send = async (text: string): Promise<boolean> => {
    // The same text again is the same message: the first try may have arrived.
    const clientId = unsent.current?.text === text ? unsent.current.clientId : crypto.randomUUID()
    unsent.current = { text, clientId }
    setProblem(null)
    try {
      const { data } = await call('POST /streaming/group-shows/:id/messages', {
        params: { id },
        body: { text, clientId },
      })
      unsent.current = null
      add([data])
      return true
    } catch (error) {
      setProblem(asProblem(error))
      return false
    }
  }
  return { messages, problem, send }
}
