import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { iconButtonClass } from '../../ui/button.tsx'
import { FullWindow } from '../../ui/full-window.tsx'
import type { ImageSource } from '../../ui/image.tsx'

interface LightboxProps {
  photos: readonly (ImageSource & { id: string })[]
  /** Which one is open; null closes it. */
  at: number | null
  onChange: (at: number | null) => void
  alt: string
}

/** Images as large as the screen. Swipe, arrow keys or buttons. */
export function Lightbox({ photos, at, onChange, alt }: LightboxProps) {
  const t = useT()
  const strip = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(at ?? 0)
  useEffect(() => {
    if (at === null) return
    const frame = requestAnimationFrame(() =>
      strip.current?.children[at]?.scrollIntoView({ behavior: 'instant', inline: 'start' }),
    )
    setSeen(at)
    return () => cancelAnimationFrame(frame)
  }, [at])
  const go = (step: number) =>
    strip.current?.children[Math.min(photos.length - 1, Math.max(0, seen + step))]?.scrollIntoView({
      inline: 'start',
      block: 'nearest',
    })
  const round = `${iconButtonClass('media')} absolute z-1`
  return (
    <FullWindow
      open={at !== null}
      onClose={() => onChange(null)}
      title={alt}
      onKeyDown={(event) => {
        const back = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
          event.preventDefault()
          go(event.key === back ? -1 : 1)
        }
      }}
    >
      <div
        ref={strip}
        className="strip size-full snap-mandatory!"
        onScroll={(event) =>
          setSeen(Math.round(Math.abs(event.currentTarget.scrollLeft) / event.currentTarget.clientWidth))
        }
      >
        {photos.map((photo, index) => (
          <div key={photo.id} className="grid size-full place-items-center">
            {Math.abs(index - seen) <= 1 ? (
              <picture>
                {photo.avif ? <source type="image/avif" srcSet={photo.avif} sizes="100vw" /> : null}
                {photo.webp ? <source type="image/webp" srcSet={photo.webp} sizes="100vw" /> : null}
                <img
                  src={photo.src}
                  alt={photos.length > 1 ? t('post.photoOf', { at: index + 1, total: photos.length, alt }) : alt}
                  width={photo.width}
                  height={photo.height}
                  className="max-h-dvh w-auto max-w-full object-contain"
                />
              </picture>
            ) : null}
          </div>
        ))}
      </div>
      {photos.length > 1 ? (
        <>
          <bdi
            dir="ltr"
            aria-live="polite"
            className="num absolute start-4 top-5 rounded-full bg-black/60 px-3 py-1.5 text-xs font-semibold"
          >
            {seen + 1} / {photos.length}
          </bdi>
          {seen > 0 ? (
            <button
              type="button"
              aria-label={t('post.previousPhoto')}
              onClick={() => go(-1)}
              className={`${round} start-4 top-1/2 max-md:hidden`}
            >
              <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
            </button>
          ) : null}
          {seen < photos.length - 1 ? (
            <button
              type="button"
              aria-label={t('post.nextPhoto')}
              onClick={() => go(1)}
              className={`${round} end-4 top-1/2 max-md:hidden`}
            >
              <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
            </button>
          ) : null}
        </>
      ) : null}
    </FullWindow>
  )
}
