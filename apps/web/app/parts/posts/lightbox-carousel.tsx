import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import Yarl, { type RenderSlideProps, type ZoomRef } from 'yet-another-react-lightbox'
import Inline from 'yet-another-react-lightbox/plugins/inline'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import type { ImageSource } from '../../ui/image.tsx'
import { PhotoMap, type SeenPart } from './photo-map.tsx'

export type { ZoomRef }

/** A photo in the formats and sizes that were made of it. */
export interface SlidePicture {
  type: 'picture'
  key: string
  photo: ImageSource
  label: string
}
declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    picture: SlidePicture
  }
}

interface CarouselProps {
  slides: readonly SlidePicture[]
  index: number
  zoomRef: RefObject<ZoomRef | null>
  onIndex: (index: number) => void
  onZoom: (zoom: number) => void
  label: string
}

const fills = { container: { backgroundColor: 'transparent' }, slide: { padding: 0 } } as const
const noButton = () => null

interface Size {
  width: number
  height: number
}
/** Where the library’s view of a photo is: the photo’s middle lies so many pixels of the stage, unzoomed, from the view’s. */
interface View {
  zoom: number
  offsetX: number
  offsetY: number
  stage: Size
}
const whole: View = { zoom: 1, offsetX: 0, offsetY: 0, stage: { width: 0, height: 0 } }

/** Swiping, dragging and zooming to a point are the library’s; everything around is ours. */
export function Lightbox({ slides, index, zoomRef, onIndex, onZoom, label }: CarouselProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(whole)
  const zoomToRestore = useRef<number>(null)
  // The library gives another handle whenever its view moves, which it tells no one otherwise.
  const follow = useCallback(
    (handle: ZoomRef | null) => {
      zoomRef.current = handle
      if (!handle) return
      const { zoom, offsetX, offsetY } = handle
      const kept = zoomToRestore.current
      zoomToRestore.current = null
      if (kept !== null && kept !== zoom) return handle.changeZoom(kept, true)
      const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
      setView((now) =>
        now.zoom === zoom &&
        now.offsetX === offsetX &&
        now.offsetY === offsetY &&
        now.stage.width === width &&
        now.stage.height === height
          ? now
          : { zoom, offsetX, offsetY, stage: { width, height } },
      )
    },
    [zoomRef],
  )
  useEffect(() => onZoom(view.zoom), [view.zoom, onZoom])
  const photo = slides[index]?.photo
  const size = photo && view.zoom > 1 ? fitted(photo, view.stage) : null
  const moveTo = (x: number, y: number) => {
    const handle = zoomRef.current
    if (!handle || !size) return
    // It moves only where it zooms: to a zoom beside the present one and, before anything is painted, back.
    const { zoom, maxZoom, changeZoom } = handle
    const beside = zoom + 0.03 < maxZoom ? zoom + 0.01 : zoom - 0.02
    const scale = 1 / zoom - 1 / beside
    zoomToRestore.current = zoom
    changeZoom(
      beside,
      true,
      (handle.offsetX + (x - 0.5) * size.width) / scale,
      (handle.offsetY + (y - 0.5) * size.height) / scale,
    )
  }
  return (
    <div ref={stage} className="relative size-full">
      <Yarl
        className="size-full"
        inline={{ style: { width: '100%', height: '100%' } }}
        plugins={[Inline, Zoom]}
        slides={[...slides]}
        index={index}
        labels={{ 'Photo gallery': label }}
        carousel={{ finite: true, preload: 1, padding: 0, spacing: 0 }}
        animation={{ swipe: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 300 }}
        // The window around it closes.
        controller={{ closeOnEscape: false }}
        toolbar={{ buttons: [] }}
        styles={fills}
        zoom={{
          ref: follow,
          supports: ['picture'],
          scrollToZoom: true,
          doubleClickMaxStops: 1,
          maxZoom: 4,
          zoomInMultiplier: 2,
        }}
        render={{ buttonPrev: noButton, buttonNext: noButton, buttonZoom: noButton, slide: Picture }}
        on={{ view: ({ index: now }) => onIndex(now) }}
      />
      {photo && size ? <PhotoMap photo={photo} seen={seenPart(view, size)} onMove={moveTo} /> : null}
    </div>
  )
}

/** How large a photo is that is shown whole. */
function fitted(photo: Size, stage: Size): Size {
  const scale = Math.min(stage.width / photo.width, stage.height / photo.height)
  return { width: Math.round(photo.width * scale), height: Math.round(photo.height * scale) }
}

function seenPart({ zoom, offsetX, offsetY, stage }: View, photo: Size): SeenPart {
  const along = (length: number, seen: number, offset: number) => {
    const start = Math.max(0, (length / 2 - offset - seen / 2) / length)
    return { start, length: Math.min(1, (length / 2 - offset + seen / 2) / length) - start }
  }
  const across = along(photo.width, stage.width / zoom, offsetX)
  const down = along(photo.height, stage.height / zoom, offsetY)
  return { left: across.start, width: across.length, top: down.start, height: down.length }
}

function Picture({ slide, zoom = 1, offset, rect }: RenderSlideProps) {
  if (slide.type !== 'picture') return null
  const { photo, label } = slide
  // As large as it is seen, so that no one drags it out of sight.
  const size = fitted(photo, rect)
  const sizes = zoom > 1 ? `${Math.round(zoom * 100)}vw` : '100vw'
  return (
    <picture className="relative block" style={size}>
      {photo.avif ? <source type="image/avif" srcSet={photo.avif} sizes={sizes} /> : null}
      {photo.webp ? <source type="image/webp" srcSet={photo.webp} sizes={sizes} /> : null}
      <img
        src={photo.src}
        alt={label}
        width={photo.width}
        height={photo.height}
        draggable={false}
        fetchPriority={offset === 0 ? 'high' : 'low'}
        className="absolute inset-0 size-full object-contain"
      />
    </picture>
  )
}
