import { useRef } from 'react'

/** A view counts from here on. */
const watchedSeconds = 10
/** Between two moments that are further apart one has jumped. */
const stepMax = 2

/** Counts the seconds of a video that were shown, without those that were skipped, and reports once when there are ten. */
export function useWatched(onWatched: (() => void) | undefined) {
  const state = useRef({ seconds: 0, last: null as number | null, isReported: false })
  const report = () => {
    if (state.current.isReported) return
    state.current.isReported = true
    onWatched?.()
  }
  return {
    advance(to: number) {
      const { last } = state.current
      state.current.last = to
      if (last === null || to <= last || to - last > stepMax) return
      state.current.seconds += to - last
      if (state.current.seconds >= watchedSeconds) report()
    },
    /** A video that is shorter is watched at its end. */
    end: report,
  }
}
