import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/client.ts'
import type { ShownComment } from './comment.ts'

/** What a link to a comment asks for. */
export interface Wanted {
  /** The comment that is scrolled to: the first of its thread or a reply. */
  id: string
  /** Whether the box to answer is open. */
  toAnswer: boolean
}
interface Thread {
  comment: ShownComment
  replies: ShownComment[]
  wanted: Wanted
}

/** The thread of the comment that the address names (`?comment=`), as notifications do. A comment that is gone is not asked for twice. */
export function useWantedThread(itemId: string): (Thread & { change: (next: ShownComment) => void }) | undefined {
  const [search] = useSearchParams()
  const id = search.get('comment')
  const toAnswer = search.has('reply')
  const [thread, setThread] = useState<Thread>()
  useEffect(() => {
    if (!id) return setThread(undefined)
    let isOver = false
    void call('GET /comments/:id/thread', { params: { id } }).then(
      ({ data }) => {
        if (!isOver && data.comment.itemId === itemId) setThread({ ...data, wanted: { id, toAnswer } })
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [id, itemId, toAnswer])
  return thread && { ...thread, change: (comment) => setThread({ ...thread, comment }) }
}
