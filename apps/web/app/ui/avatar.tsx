import clsx from 'clsx'
import type { CSSProperties } from 'react'

interface AvatarProps {
  src: string | null | undefined
  /** The name of the person; empty where the name is shown beside the image. */
  name?: string
  size?: number
  live?: boolean
  online?: boolean
  className?: string
}

/** A face in a circle, for lists and chat; an ember ring while its owner is live. */
export function Avatar({ src, name = '', size = 40, live = false, online = false, className }: AvatarProps) {
  return (
    <span
      className={clsx(
        'relative inline-block shrink-0 rounded-full',
        live && 'p-1 shadow-[inset_0_0_0_2.5px_var(--live)]',
        className,
      )}
      style={{ width: size, height: size } as CSSProperties}
    >
      <img
        src={src || '/no-avatar.svg'}
        alt={name}
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        className="size-full rounded-full bg-surface-3 object-cover shadow-[inset_0_0_0_1px_rgb(0_0_0/.08)]"
      />
      {online ? (
        <span className="absolute end-0 bottom-0 size-[28%] max-w-3.5 rounded-full border-2 border-canvas bg-success" />
      ) : null}
    </span>
  )
}

/** A portrait of a person: 3:4 with a half-round top. */
export function ArchPortrait({
  src,
  name = '',
  width = 120,
  className,
  eager = false,
}: {
  src: string | null | undefined
  name?: string
  width?: number
  className?: string
  eager?: boolean
}) {
  return (
    <img
      src={src || '/no-avatar.svg'}
      alt={name}
      width={width}
      height={Math.round((width * 4) / 3)}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={clsx('aspect-[3/4] rounded-(--radius-arch) bg-surface-3 object-cover', className)}
    />
  )
}
