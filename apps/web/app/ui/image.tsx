import clsx from 'clsx'
import { type CSSProperties, useState } from 'react'

export interface ImageSource {
  src: string
  width: number
  height: number
  /** The image's average colour, such as '#b08d6e'. */
  color?: string | null
  /** What it shows, as its owner describes it. */
  alt?: string
  /** 'address 640w, address 1280w' in each format that was made. */
  avif?: string | null
  webp?: string | null
}
interface ResponsiveImageProps {
  source: ImageSource
  alt: string
  sizes?: string
  /** For the one image that must load first. */
  eager?: boolean
  className?: string
  style?: CSSProperties
}

/** An image that reserves its space before it loads, in its own average colour, and fades in over it. */
export function ResponsiveImage({
  source,
  alt,
  sizes = '100vw',
  eager = false,
  className,
  style,
}: ResponsiveImageProps) {
  const [state, setState] = useState<'unknown' | 'waiting' | 'here'>('unknown')
  const fade = state === 'waiting' && 'opacity-0'
  return (
    <picture
      className={clsx('block overflow-hidden', className)}
      style={{ backgroundColor: source.color ?? 'var(--surface-3)', ...style }}
    >
      {source.avif ? <source type="image/avif" srcSet={source.avif} sizes={sizes} /> : null}
      {source.webp ? <source type="image/webp" srcSet={source.webp} sizes={sizes} /> : null}
      <img
        ref={(image) => {
          if (image && state === 'unknown') setState(image.complete ? 'here' : 'waiting')
        }}
        src={source.src}
        alt={alt}
        width={source.width}
        height={source.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        onLoad={() => setState('here')}
        onError={() => setState('here')}
        className={clsx('size-full object-cover transition-opacity duration-(--base)', fade)}
      />
    </picture>
  )
}
