import type { PointerEvent } from 'react'
import type { ImageSource } from '../../ui/image.tsx'
import { smallest } from './smallest.ts'

/** The part of a photo that is seen, each number a share of the photo’s width or height. */
export interface SeenPart {
  left: number
  top: number
  width: number
  height: number
}

interface PhotoMapProps {
  photo: ImageSource
  seen: SeenPart
  /** Moves the view, so that this point of the photo is in its middle where the photo’s edges allow. */
  onMove: (x: number, y: number) => void
}

/**
 * The whole photo in small with a frame around what is seen of it. Pressed or dragged, it moves the view. It is for the pointer alone: keys move
 * the photo itself.
 */
export function PhotoMap({ photo, seen, onMove }: PhotoMapProps) {
  const move = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    onMove((event.clientX - left) / width, (event.clientY - top) / height)
  }
  return (
    <div
      aria-hidden="true"
      data-map=""
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        move(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && move(event)}
      className="absolute end-2.5 bottom-2.5 z-1 cursor-pointer touch-none overflow-hidden rounded-sm bg-black shadow-lg ring-2 ring-white select-none md:end-4.5 md:bottom-3"
    >
      {/* A photo has one left side, whichever way its page is read. */}
      <div dir="ltr" className="relative">
        <img
          src={smallest(photo)}
          alt=""
          width={photo.width}
          height={photo.height}
          draggable={false}
          className="block h-auto max-h-26 w-auto max-w-26 md:max-h-35 md:max-w-35"
          style={{ aspectRatio: `${photo.width} / ${photo.height}`, backgroundColor: photo.color ?? undefined }}
        />
        <span
          className="pointer-events-none absolute rounded-xs border-2 border-white shadow-[0_0_0_100px_rgb(0_0_0/0.45)]"
          style={{
            left: `${100 * seen.left}%`,
            top: `${100 * seen.top}%`,
            width: `${100 * seen.width}%`,
            height: `${100 * seen.height}%`,
          }}
        />
      </div>
    </div>
  )
}
