import { useEffect, useEffectEvent, useState } from 'react'

/** The shape of an audio file, fetched when it is rendered; flat where it doesn't come. */
export function useWaveform(fileId: string, url: string | null): readonly number[] {
  const [peaks, setPeaks] = useState<readonly number[]>([])
  const fetchPeaks = useEffectEvent((signal: AbortSignal) => {
    if (!url) return
    fetch(url, { signal, credentials: 'same-origin' })
      .then((answer) => (answer.ok ? answer.json() : []))
      .then((found: unknown) => setPeaks(readPeaks(found)))
      .catch(() => undefined)
  })
  // The URL changes each minute, the audio does not: requested once, as soon as there is a URL.
  const hasShape = url !== null
  useEffect(() => {
    if (!fileId || !hasShape) return
    const stop = new AbortController()
    fetchPeaks(stop.signal)
    return () => stop.abort()
  }, [fileId, hasShape])
  return peaks
}

/** Numbers in any scale, as shares of the loudest. */
export function readPeaks(found: unknown): number[] {
  const list = Array.isArray(found)
    ? found
    : ((found as { peaks?: unknown; data?: unknown } | null)?.peaks ?? (found as { data?: unknown } | null)?.data)
  if (!Array.isArray(list)) return []
  const sizes = list.map((entry) => Math.abs(Number(entry)) || 0)
  const loudest = Math.max(...sizes, 0)
  return loudest > 0 ? sizes.map((size) => size / loudest) : []
}
