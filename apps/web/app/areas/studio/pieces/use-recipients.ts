import { useEffect, useState } from 'react'
import { call, type RequestInput } from '../../../api/client.ts'

type Body = NonNullable<RequestInput<'POST /performer/broadcasts/preview'>['body']>
export type Recipients = Body['include']

const pauseMs = 300
/** How many it reaches now, and how many of them own all of its files; null while that is unknown. */
export function useRecipients(include: Recipients, exclude: Recipients = [], fileIds: readonly string[] = []) {
  const [counted, setCounted] = useState<{ recipients: number; owners: number } | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const wanted = JSON.stringify({ include, exclude, fileIds })
  useEffect(() => {
    let isOver = false
    setCounted(null)
    setFailed(false)
    const body = JSON.parse(wanted) as Required<Body>
    if (body.include.length === 0) return
    const timer = setTimeout(() => {
      call('POST /performer/broadcasts/preview', { body }).then(
        ({ data }) => isOver || setCounted(data),
        () => isOver || setFailed(true),
      )
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wanted, round])
  return { counted, hasFailed, again: () => setRound((now) => now + 1) }
}
