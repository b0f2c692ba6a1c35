import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import type { ImageSource } from '../../ui/image.tsx'
import { smallest } from './smallest.ts'

interface FilmstripProps {
  photos: readonly (ImageSource & { id: string })[]
  at: number
  nameOf: (index: number) => string
  onPick: (index: number) => void
}

/** The photos in small, the shown one framed and in sight. */
export function Filmstrip({ photos, at, nameOf, onPick }: FilmstripProps) {
  const strip = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = strip.current
    const shown = list?.children[at] as HTMLElement | undefined
    if (!list || !shown) return
    const middle = shown.offsetLeft - (list.clientWidth - shown.offsetWidth) / 2
    list.scrollTo({ left: middle, behavior: 'instant' })
  }, [at])
  return (
    <ul
      ref={strip}
      className="relative mx-auto flex w-fit max-w-full gap-1.5 overflow-x-auto p-1 [scrollbar-width:none]"
    >
      {photos.map((photo, index) => (
        <li key={photo.id} className="shrink-0">
          <button
            type="button"
            aria-label={nameOf(index)}
            aria-current={index === at ? 'true' : undefined}
            onClick={() => onPick(index)}
            className={clsx(
              'block size-12 overflow-hidden rounded-sm transition-opacity duration-(--fast) focus-visible:rounded-sm md:size-14',
              index === at ? 'ring-2 ring-white' : 'opacity-60 hover:opacity-100',
            )}
          >
            <img
              src={smallest(photo)}
              alt=""
              loading="lazy"
              decoding="async"
              className="size-full object-cover"
              style={{ backgroundColor: photo.color ?? undefined }}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
