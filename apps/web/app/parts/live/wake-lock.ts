import { useEffect } from 'react'

/** Keeps the screen on while a component is on the page. A browser lets go of it when the page is hidden: it is requested again. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const request = () => {
      if (document.hidden) return
      navigator.wakeLock.request('screen').then(
        (got) => {
          if (isOver) void got.release()
          else lock = got
        },
        // A battery that is nearly empty is refused it.
        () => {},
      )
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [isOn])
}
