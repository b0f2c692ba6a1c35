import type { Recording } from '@fanlight/contract/replays'
import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'

const askMs = 1_000
/** An engine that is being started again takes some seconds. */
const triesMax = 60

/** Its images follow a moment after it can be played. */
const isInMaking = ({ file }: Recording) => file !== null && !file.isLocked && file.status === 'processing'

/** The recording of a stream that has just ended, as soon as it is saved. `isOver`: there is none, or it does not come. */
export function useRecording(streamId: string) {
  const [recording, setRecording] = useState<Recording | null>(null)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let tries = 0
    let isGone = false
    const ask = async () => {
      const found = await call('GET /streaming/recordings', { query: { streamId } }).then(
        ({ data }) => data[0] ?? null,
        () => undefined,
      )
      if (isGone) return
      // What was decided meanwhile is newer than this answer.
      if (found)
        setRecording((known) => (known && known.status !== 'saving' && known.status !== found.status ? known : found))
      if (found && found.status !== 'saving' && !isInMaking(found)) return
      if (found === null || ++tries > triesMax) return setIsOver(true)
      timer = setTimeout(() => void ask(), askMs)
    }
    timer = setTimeout(() => void ask(), 0)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [streamId])
  return { recording, setRecording, isOver }
}
