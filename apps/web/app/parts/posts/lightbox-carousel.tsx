import type { RefObject } from 'react'
import Yarl, { type RenderSlideProps, type ZoomRef } from 'yet-another-react-lightbox'
import Inline from 'yet-another-react-lightbox/plugins/inline'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import type { ImageSource } from '../../ui/image.tsx'

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

/** Swiping, dragging and zooming to a point are the library’s; everything around is ours. */
export function Lightbox({ slides, index, zoomRef, onIndex, onZoom, label }: CarouselProps) {
  return (
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
        ref: zoomRef,
        supports: ['picture'],
        scrollToZoom: true,
        doubleClickMaxStops: 1,
        maxZoom: 4,
        zoomInMultiplier: 2,
      }}
      render={{ buttonPrev: noButton, buttonNext: noButton, buttonZoom: noButton, slide: Picture }}
      on={{ view: ({ index: now }) => onIndex(now), zoom: ({ zoom }) => onZoom(zoom) }}
    />
  )
}

function Picture({ slide, zoom = 1, offset }: RenderSlideProps) {
  if (slide.type !== 'picture') return null
  const { photo, label } = slide
  const sizes = zoom > 1 ? `${Math.round(zoom * 100)}vw` : '100vw'
  return (
    <picture className="relative block size-full">
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
