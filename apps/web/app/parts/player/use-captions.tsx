import type { CaptionTrack } from '@fanlight/contract/media'
import clsx from 'clsx'
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
): CaptionChoice & { toggle: () => void; track: ReactNode; lines: readonly string[] } {
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
  const [lines, setLines] = useState<readonly string[]>([])
  // The player draws them itself, above its bar; a browser would draw them under it.
  useEffect(() => {
    const track = element.current?.track
    if (!src || !track) return
    const read = () =>
      setLines([...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).getCueAsHTML().textContent ?? ''))
    track.mode = 'hidden'
    track.addEventListener('cuechange', read)
    return () => {
      track.removeEventListener('cuechange', read)
      setLines([])
    }
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
    lines: shown ? lines : [],
    toggle: () => choose(shown ? '' : preferred()),
    track:
      src && shown ? (
        <track ref={element} key={src} kind="captions" src={src} srcLang={shown.locale} label={shown.label} />
      ) : null,
  }
}

/** What is said now, above the bar where it is shown. */
export function CaptionLines({ lines, locale, raised }: { lines: readonly string[]; locale: string; raised: boolean }) {
  if (lines.length === 0) return null
  return (
    <p
      dir="auto"
      lang={locale}
      data-captions
      className={clsx(
        'pointer-events-none absolute inset-x-0 mx-auto w-fit max-w-[min(92cqw,44rem)] rounded-sm bg-[rgb(10_8_6/.82)] px-3 py-1 text-center whitespace-pre-line text-balance text-[clamp(.875rem,2.4cqw,1.5rem)] leading-snug text-white transition-[bottom] duration-(--base)',
        raised ? 'bottom-[5.5rem] pointer-coarse:bottom-24' : 'bottom-4',
      )}
    >
      {lines.join('\n')}
    </p>
  )
}
