import clsx from 'clsx'
import { ChevronLeft, ChevronRight, Hand, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Lightbox as Carousel, type SlidePicture, type ZoomRef } from './lightbox-carousel.tsx'
import { useFormats, useT } from '../../i18n/context.tsx'
import { FullWindow } from '../../ui/full-window.tsx'
import type { ImageSource } from '../../ui/image.tsx'
import { Filmstrip } from './filmstrip.tsx'

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

/**
 * Images as large as the screen: swiped, by arrow keys, buttons or the strip below. Two fingers, the wheel, a double press or the buttons zoom to
 * the point that is meant, and what is larger than the screen is dragged.
 */
export function Lightbox({ photos, total = photos.length, at, onChange, onSeen, alt, children }: LightboxProps) {
  const t = useT()
  const { percent } = useFormats()
  const [seen, setSeen] = useState(at ?? 0)
  const [zoom, setZoom] = useState(1)
  const [isDescribed, setDescribed] = useState(false)
  const zoomer = useRef<ZoomRef>(null)
  useEffect(() => {
    if (at !== null) setSeen(at)
  }, [at])
  const show = (index: number) => {
    const next = Math.min(photos.length - 1, Math.max(0, index))
    if (next === seen) return
    setSeen(next)
    setZoom(1)
    onSeen?.(next)
  }
  const nameOf = (index: number) =>
    photos[index]?.alt || (total > 1 ? t('post.photoOf', { at: index + 1, total, alt }) : alt)
  const slides: SlidePicture[] = photos.map((photo, index) => ({
    type: 'picture',
    key: photo.id,
    photo,
    label: nameOf(index),
  }))
  const description = photos[seen]?.alt
  const isMost = zoom >= (zoomer.current?.maxZoom ?? Infinity)
  return (
    <FullWindow
      open={at !== null}
      onClose={() => onChange(null)}
      title={alt}
      onKeyDown={(event) => onKey(event, { seen, last: photos.length - 1, show, zoomer: zoomer.current })}
    >
      <div className="flex size-full flex-col pt-[env(safe-area-inset-top)]">
        <header className="flex h-16 shrink-0 items-center gap-3 ps-4 pe-18">
          {total > 1 ? (
            <bdi dir="ltr" aria-live="polite" className="num shrink-0 font-bold">
              {seen + 1} / {total}
            </bdi>
          ) : null}
          <span className="min-w-0 flex-1 truncate text-sm text-white/80 max-md:sr-only">{alt}</span>
          <span className="ms-auto inline-flex items-center rounded-full bg-white/12">
            <BarButton
              label={t('post.zoomOut')}
              disabled={zoom <= 1}
              onPress={() => zoomer.current?.zoomOut()}
              icon={<ZoomOut aria-hidden="true" />}
            />
            <span className="num min-w-13 text-center text-xs font-semibold">
              {zoom <= 1 ? t('post.zoomFit') : percent(zoom)}
            </span>
            <BarButton
              label={t('post.zoomIn')}
              disabled={isMost}
              onPress={() => zoomer.current?.zoomIn()}
              icon={<ZoomIn aria-hidden="true" />}
            />
          </span>
        </header>
        <div className="relative min-h-0 flex-1">
          <Carousel slides={slides} index={seen} zoomRef={zoomer} onIndex={show} onZoom={setZoom} label={alt} />
          {/* Short of the most, a double press goes on to it. */}
          {zoom > 1 && isMost ? (
            <p
              aria-hidden="true"
              className="pointer-events-none absolute inset-x-0 bottom-4 mx-auto flex w-fit items-center max-md:hidden gap-2 rounded-full bg-black/70 px-4 py-2 text-xs font-semibold"
            >
              <Hand className="icon size-4!" />
              {t('post.zoomHint')}
            </p>
          ) : null}
          {seen > 0 ? <SideButton side="start" label={t('post.previousPhoto')} onPress={() => show(seen - 1)} /> : null}
          {seen < photos.length - 1 ? (
            <SideButton side="end" label={t('post.nextPhoto')} onPress={() => show(seen + 1)} />
          ) : null}
        </div>
        <footer className="shrink-0 px-4 pt-2 pb-[calc(10px+env(safe-area-inset-bottom))]">
          {description && isDescribed ? (
            <p className="mx-auto mb-2 w-fit max-w-2xl rounded-md bg-white/12 px-3.5 py-2.5 text-sm">{description}</p>
          ) : null}
          {description ? (
            <p className="mb-2 text-center">
              <button
                type="button"
                aria-expanded={isDescribed}
                aria-label={t('post.description')}
                onClick={() => setDescribed(!isDescribed)}
                className={clsx(
                  'h-7 rounded-sm px-2.5 text-2xs font-heavy tracking-wide focus-visible:rounded-sm pointer-coarse:h-11',
                  isDescribed ? 'bg-white text-black' : 'bg-white/16',
                )}
              >
                ALT
              </button>
            </p>
          ) : null}
          {photos.length > 1 ? <Filmstrip photos={photos} at={seen} nameOf={nameOf} onPick={show} /> : null}
          {children ? <div className="relative">{children(seen)}</div> : null}
        </footer>
      </div>
    </FullWindow>
  )
}

interface Keys {
  seen: number
  last: number
  show: (index: number) => void
  zoomer: ZoomRef | null
}
/** Wherever the focus is; with the focus on a picture that is zoomed the arrows move it, which the carousel does itself. */
function onKey(event: KeyboardEvent<HTMLElement>, { seen, last, show, zoomer }: Keys): void {
  const isInPicture = (event.target as Element).closest('.yarl__root') !== null
  const back = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  const target =
    (event.key === 'ArrowLeft' || event.key === 'ArrowRight') && !isInPicture
      ? seen + (event.key === back ? -1 : 1)
      : event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? last
          : null
  if (target !== null) {
    event.preventDefault()
    show(target)
  } else if (!isInPicture && event.key === '+') zoomer?.zoomIn()
  else if (!isInPicture && event.key === '-') zoomer?.zoomOut()
}

interface BarButtonProps {
  label: string
  disabled: boolean
  onPress: () => void
  icon: ReactNode
}
const BarButton = ({ label, disabled, onPress, icon }: BarButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={disabled}
    onClick={() => disabled || onPress()}
    className={clsx('grid size-11 place-items-center rounded-full [&_svg]:size-5', disabled && 'opacity-40')}
  >
    {icon}
  </button>
)

function SideButton({ side, label, onPress }: { side: 'start' | 'end'; label: string; onPress: () => void }) {
  const Icon = side === 'start' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={clsx(
        'absolute top-1/2 z-1 grid size-13 -translate-y-1/2 place-items-center rounded-full bg-white/16 hover:bg-white/24 max-md:hidden',
        side === 'start' ? 'start-4' : 'end-4',
      )}
    >
      <Icon className="icon rtl:-scale-x-100" aria-hidden="true" />
    </button>
  )
}
