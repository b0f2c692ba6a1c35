import clsx from 'clsx'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { iconButtonClass } from '../../ui/button.tsx'
import { FullWindow } from '../../ui/full-window.tsx'
import type { ImageSource } from '../../ui/image.tsx'

interface LightboxProps {
  photos: readonly (ImageSource & { id: string })[]
  /** How many there are, where not all are loaded yet. */
  total?: number
  /** Which one is open; null closes it. */
  at: number | null
  onChange: (at: number | null) => void
  /** The photo that is shown now. */
  onSeen?: (at: number) => void
  alt: string
  /** What stands below the photo that is shown. */
  children?: (at: number) => ReactNode
}

/** Images as large as the screen. Swipe, arrow keys or buttons; a double press or the button zooms. */
export function Lightbox({ photos, total = photos.length, at, onChange, onSeen, alt, children }: LightboxProps) {
  const t = useT()
  const strip = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(at ?? 0)
  const [zoomed, setZoomed] = useState(false)
  useEffect(() => {
    if (at === null) return
    const frame = requestAnimationFrame(() =>
      strip.current?.children[at]?.scrollIntoView({ behavior: 'instant', inline: 'start' }),
    )
    setSeen(at)
    setZoomed(false)
    return () => cancelAnimationFrame(frame)
  }, [at])
  const show = (index: number) => {
    setZoomed(false)
    strip.current?.children[Math.min(photos.length - 1, Math.max(0, index))]?.scrollIntoView({
      inline: 'start',
      block: 'nearest',
    })
  }
  const round = `${iconButtonClass('media')} absolute z-1`
  return (
    <FullWindow
      open={at !== null}
      onClose={() => onChange(null)}
      title={alt}
      onKeyDown={(event) => {
        const back = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
        const target =
          event.key === 'ArrowLeft' || event.key === 'ArrowRight'
            ? seen + (event.key === back ? -1 : 1)
            : event.key === 'Home'
              ? 0
              : event.key === 'End'
                ? photos.length - 1
                : null
        if (target !== null) {
          event.preventDefault()
          show(target)
        } else if (event.key === '+' || event.key === '-') setZoomed(event.key === '+')
      }}
    >
      <div
        ref={strip}
        role="group"
        aria-label={alt}
        // Scrolled by keyboard where a browser does so.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={clsx('strip size-full outline-none snap-mandatory!', zoomed && 'overflow-x-hidden!')}
        onScroll={(event) => {
          const index = Math.round(Math.abs(event.currentTarget.scrollLeft) / event.currentTarget.clientWidth)
          if (index === seen) return
          setSeen(index)
          onSeen?.(index)
        }}
      >
        {photos.map((photo, index) => {
          const isZoomed = zoomed && index === seen
          return (
            // A double press is a shortcut of the button below.
            <div
              key={photo.id}
              onDoubleClick={() => setZoomed(!zoomed)}
              className={clsx('grid size-full place-items-center', isZoomed && 'overflow-auto overscroll-contain')}
            >
              {Math.abs(index - seen) <= 1 ? (
                <picture className={isZoomed ? 'm-auto block w-[250%]' : 'contents'}>
                  {photo.avif ? (
                    <source type="image/avif" srcSet={photo.avif} sizes={isZoomed ? '250vw' : '100vw'} />
                  ) : null}
                  {photo.webp ? (
                    <source type="image/webp" srcSet={photo.webp} sizes={isZoomed ? '250vw' : '100vw'} />
                  ) : null}
                  <img
                    src={photo.src}
                    alt={photo.alt || (total > 1 ? t('post.photoOf', { at: index + 1, total, alt }) : alt)}
                    width={photo.width}
                    height={photo.height}
                    className={
                      isZoomed
                        ? 'h-auto w-full max-w-none cursor-zoom-out'
                        : 'max-h-dvh w-auto max-w-full cursor-zoom-in object-contain'
                    }
                  />
                </picture>
              ) : null}
            </div>
          )
        })}
      </div>
      <button
        type="button"
        aria-label={t(zoomed ? 'post.zoomOut' : 'post.zoomIn')}
        aria-pressed={zoomed}
        onClick={() => setZoomed(!zoomed)}
        className={`${round} end-18 top-[calc(16px+env(safe-area-inset-top))]`}
      >
        {zoomed ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
      </button>
      {total > 1 ? (
        <>
          <bdi
            dir="ltr"
            aria-live="polite"
            className="num absolute start-4 top-5 rounded-full bg-black/60 px-3 py-1.5 text-xs font-semibold"
          >
            {seen + 1} / {total}
          </bdi>
          {seen > 0 ? (
            <button
              type="button"
              aria-label={t('post.previousPhoto')}
              onClick={() => show(seen - 1)}
              className={`${round} start-4 top-1/2 max-md:hidden`}
            >
              <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
            </button>
          ) : null}
          {seen < photos.length - 1 ? (
            <button
              type="button"
              aria-label={t('post.nextPhoto')}
              onClick={() => show(seen + 1)}
              className={`${round} end-4 top-1/2 max-md:hidden`}
            >
              <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
            </button>
          ) : null}
        </>
      ) : null}
      {children ? <div className="pointer-events-none absolute inset-x-0 bottom-0 z-1">{children(seen)}</div> : null}
    </FullWindow>
  )
}
