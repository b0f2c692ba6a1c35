import type { CaptionTrack } from '@fanlight/contract/media'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { saveCaptions, savedCaptions } from './saved.ts'
import type { CaptionChoice } from './settings.tsx'

/**
 * Captions in the language that was chosen last. They are fetched and given to the player as a blob, because a track can't be given
 * another address when the one it has expires.
 */
export function useCaptions(
  tracks: readonly CaptionTrack[],
  base: string,
): CaptionChoice & { toggle: () => void; track: ReactNode } {
  const [chosen, setChosen] = useState('')
  const [src, setSrc] = useState<string | null>(null)
  const element = useRef<HTMLTrackElement>(null)
  const address = useRef(base)
  address.current = base
  const shown = tracks.find(({ locale }) => locale === chosen)
  const name = shown?.name

  useEffect(() => {
    const saved = savedCaptions()
    if (saved && tracks.some(({ locale }) => locale === saved)) setChosen(saved)
  }, [tracks])
  useEffect(() => {
    setSrc(null)
    if (!name) return
    const abort = new AbortController()
    let url: string | null = null
    fetch(address.current + name, { signal: abort.signal })
      .then((reply) => (reply.ok ? reply.blob() : Promise.reject(new Error(`captions: ${reply.status}`))))
      .then(
        (blob) => !abort.signal.aborted && setSrc((url = URL.createObjectURL(blob))),
        // Captions that can't be loaded are not shown; the video goes on.
        () => undefined,
      )
    return () => {
      abort.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [name])
  useEffect(() => {
    if (src && element.current) element.current.track.mode = 'showing'
  }, [src])

  const choose = (locale: string) => {
    setChosen(locale)
    saveCaptions(locale)
  }
  const preferred = () =>
    [savedCaptions(), document.documentElement.lang].find((wanted) => tracks.some(({ locale }) => locale === wanted)) ??
    tracks[0]?.locale ??
    ''
  return {
    tracks,
    chosen: shown ? chosen : '',
    choose,
    toggle: () => choose(shown ? '' : preferred()),
    track:
      src && shown ? (
        <track ref={element} key={src} kind="captions" src={src} srcLang={shown.locale} label={shown.label} default />
      ) : null,
  }
}
