import type Hls from 'hls.js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { FilmAddresses } from './addresses.ts'
import { renewingLoader } from './loader.ts'
import { qualityFor, savedQuality, saveQuality } from './saved.ts'
import type { FilmSource, Renew } from './video.tsx'

export interface Qualities {
  heights: readonly number[]
  /** The chosen one; -1 lets the player choose. */
  chosen: number
  /** What is on screen. */
  shown: number
  choose(level: number): void
}

/** Plays a film in a video element: addresses are renewed, and after a failure it goes on where it stopped. */
export function useFilm(film: FilmSource, renew: Renew | undefined) {
  const video = useRef<HTMLVideoElement>(null)
  const hls = useRef<Hls | null>(null)
  const resumeAt = useRef(0)
  const latest = useRef({ film, renew })
  latest.current = { film, renew }
  const [heights, setHeights] = useState<readonly number[]>([])
  const [chosen, setChosen] = useState(-1)
  const [shown, setShown] = useState(-1)
  const [failure, setFailure] = useState<'stopped' | 'gone' | null>(null)
  const [tries, setTries] = useState(0)

  // `tries` starts it again; a new address of the same film does not.
  useEffect(() => {
    const element = video.current
    if (!element) return
    let isOver = false
    setFailure(null)
    const renewed = async (): Promise<string | null> => {
      const fresh = await latest.current.renew?.()
      if (fresh === null && !isOver) setFailure('gone')
      return fresh?.src ?? null
    }
    const begin = () => {
      if (resumeAt.current > 0 && Math.abs(element.currentTime - resumeAt.current) > 1)
        element.currentTime = resumeAt.current
      void element.play().catch(() => undefined)
    }
    const start = async () => {
      const { default: Player } = await import('hls.js/light')
      // The page may have stood open for long before somebody pressed play.
      const src = tries > 0 ? await renewed() : latest.current.film.src
      if (isOver || !src) return
      if (!Player.isSupported()) {
        element.src = src
        element.onerror = () => setFailure('stopped')
        begin()
        return
      }
      const addresses = new FilmAddresses(src, { renew: renewed, fetchText, now: () => Date.now() })
      const player: Hls = new Player({
        startPosition: resumeAt.current,
        capLevelToPlayerSize: true,
        // Half a minute ahead; a light film would else be fetched to its end for somebody who only looks in.
        maxBufferLength: 30,
        maxMaxBufferLength: 60,
        loader: renewingLoader(Player.DefaultConfig.loader, addresses, (level) => player.levels[level]?.height ?? 0),
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
      player.on(Player.Events.ERROR, (_event, { fatal, type, details, response }) => {
        if (!fatal) return
        resumeAt.current = element.currentTime
        const isNew = details === Player.ErrorDetails.MANIFEST_LOAD_ERROR && response?.code === 404 && tries === 0
        // Its very first address had run out: a second try fetches another.
        if (isNew) setTries(1)
        else if (type === Player.ErrorTypes.MEDIA_ERROR && Date.now() - recoveredAt > 5000) {
          recoveredAt = Date.now()
          player.recoverMediaError()
        } else setFailure((now) => now ?? 'stopped')
      })
      player.loadSource(src)
      player.attachMedia(element)
    }
    void start().catch(() => isOver || setFailure('stopped'))
    return () => {
      isOver = true
      resumeAt.current = element.currentTime || resumeAt.current
      hls.current?.destroy()
      hls.current = null
    }
  }, [film.id, tries])

  const choose = useCallback(
    (level: number) => {
      setChosen(level)
      saveQuality(level < 0 ? 0 : (heights[level] ?? 0))
      if (hls.current) hls.current.nextLevel = level
    },
    [heights],
  )
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { video, qualities: { heights, chosen, shown, choose }, failure, retry }
}

async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url, { credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`A playlist answered ${answer.status}.`)
  return answer.text()
}
