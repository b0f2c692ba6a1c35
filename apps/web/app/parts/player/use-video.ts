import type Hls from 'hls.js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { renewingLoader } from './loader.ts'
import { RenewedBase } from './renewed-base.ts'
import { qualityFor, savedQuality, saveQuality } from './saved.ts'
import type { VideoSource, Renew } from './video.tsx'

export interface Qualities {
  heights: readonly number[]
  /** The chosen one; -1 lets the player choose. */
  chosen: number
  /** What is on screen. */
  shown: number
  choose(level: number): void
}

/** Plays a video in an element: its base is renewed while one watches, and after a failure it goes on where it stopped. */
export function useVideo(videoSource: VideoSource, renew: Renew | undefined, startAt: number) {
  const video = useRef<HTMLVideoElement>(null)
  const hls = useRef<Hls | null>(null)
  const resumeAt = useRef(startAt)
  const latest = useRef({ video: videoSource, renew })
  latest.current = { video: videoSource, renew }
  const [heights, setHeights] = useState<readonly number[]>([])
  const [chosen, setChosen] = useState(-1)
  const [shown, setShown] = useState(-1)
  const [failure, setFailure] = useState<'stopped' | 'gone' | null>(null)
  const [tries, setTries] = useState(0)
  const [base, setBase] = useState(videoSource.base)

  // `tries` starts it again; a new base of the same video does not.
  useEffect(() => {
    const element = video.current
    if (!element) return
    let isOver = false
    setFailure(null)
    const renewed = async (): Promise<string | null> => {
      const fresh = await latest.current.renew?.()
      if (fresh === null && !isOver) setFailure('gone')
      if (fresh && !isOver) setBase(fresh.base)
      return fresh?.base ?? null
    }
    const begin = () => {
      if (resumeAt.current > 0 && Math.abs(element.currentTime - resumeAt.current) > 1)
        element.currentTime = resumeAt.current
      void element.play().catch(() => undefined)
    }
    const start = async () => {
      const { default: Player } = await import('hls.js/light')
      // The page may be open for a long time before the user presses play.
      const first = tries > 0 ? await renewed() : latest.current.video.base
      if (isOver || !first) return
      const { hls: name } = latest.current.video
      if (!Player.isSupported()) {
        playNatively(element, first + name, renewed, () => isOver || setFailure((now) => now ?? 'stopped'))
        begin()
        return
      }
      const addresses = new RenewedBase(first, { renew: renewed, now: () => Date.now() })
      const player: Hls = new Player({
        startPosition: resumeAt.current,
        capLevelToPlayerSize: true,
        // Thirty seconds ahead; otherwise a small video would be loaded to its end for a user who watches only a moment.
        maxBufferLength: 30,
        maxMaxBufferLength: 60,
        loader: renewingLoader(Player.DefaultConfig.loader, addresses),
      })
      hls.current = player
      player.on(Player.Events.MANIFEST_PARSED, () => {
        const found = player.levels.map(({ height }) => height)
        setHeights(found)
        const level = qualityFor(found, savedQuality())
        setChosen(level)
        if (level >= 0) player.startLevel = player.nextLevel = level
        begin()
      })
      player.on(Player.Events.LEVEL_SWITCHED, (_event, { level }) => setShown(level))
      let recoveredAt = 0
      player.on(Player.Events.ERROR, (_event, { fatal, type }) => {
        if (!fatal) return
        resumeAt.current = element.currentTime
        if (type === Player.ErrorTypes.MEDIA_ERROR && Date.now() - recoveredAt > 5000) {
          recoveredAt = Date.now()
          const wasPlaying = !element.paused
          player.recoverMediaError()
          // The element is given its source anew, which pauses it.
          if (wasPlaying) void element.play().catch(() => undefined)
        } else setFailure((now) => now ?? 'stopped')
      })
      player.loadSource(new URL(first + name, location.href).href)
      player.attachMedia(element)
    }
    void start().catch(() => isOver || setFailure('stopped'))
    return () => {
      isOver = true
      resumeAt.current = element.currentTime || resumeAt.current
      hls.current?.destroy()
      hls.current = null
    }
  }, [videoSource.id, tries])

  const choose = useCallback(
    (level: number) => {
      setChosen(level)
      saveQuality(level < 0 ? 0 : (heights[level] ?? 0))
      if (hls.current) hls.current.nextLevel = level
    },
    [heights],
  )
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { video, qualities: { heights, chosen, shown, choose }, failure, retry, base }
}

/** A browser's own player can't be given a new base part by part: it starts again at the same moment with a renewed one. */
function playNatively(
  element: HTMLVideoElement,
  src: string,
  renew: () => Promise<string | null>,
  onFailure: () => void,
): void {
  let renewedAt = 0
  element.src = src
  element.onerror = () => {
    if (Date.now() - renewedAt < 20_000) return onFailure()
    renewedAt = Date.now()
    const moment = element.currentTime
    renew().then((base) => {
      if (!base) return onFailure()
      element.src = base + src.slice(src.lastIndexOf('/') + 1)
      element.currentTime = moment
      void element.play().catch(() => undefined)
    }, onFailure)
  }
}
