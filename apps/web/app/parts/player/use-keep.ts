import { useCallback, useRef } from 'react'

/** While it plays, the place is kept this often. */
const everyMs = 15_000
/** Near its beginning or its end it starts again. */
const edgeSeconds = 5

/** Tells now and then, and where `atOnce` says so, at which second a video is; zero where it would start again. */
export function useKeep(onKeep: ((seconds: number) => void) | undefined) {
  const latest = useRef(onKeep)
  latest.current = onKeep
  const last = useRef({ at: Date.now(), seconds: 0 })
  return useCallback((now: number, length: number, atOnce: boolean) => {
    if (!latest.current || (!atOnce && Date.now() - last.current.at < everyMs)) return
    const seconds = now >= edgeSeconds && now < length - edgeSeconds ? Math.floor(now) : 0
    const isSame = seconds === last.current.seconds
    last.current = { at: Date.now(), seconds }
    if (!isSame) latest.current(seconds)
  }, [])
}
