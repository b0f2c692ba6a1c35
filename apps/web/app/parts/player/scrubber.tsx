import { type CSSProperties, type PointerEvent, useState } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { clock } from '../posts/duration.ts'
import { chapterAt, type Chapters, tileStyle } from './chapters.ts'
import type { VideoSource } from './video.tsx'

const track =
  '[&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-(image:--bar) [&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-(image:--bar)'
const thumb =
  '[&::-moz-range-thumb]:size-3.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-white [&::-webkit-slider-thumb]:-mt-[5px] [&::-webkit-slider-thumb]:size-3.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-white [&::-webkit-slider-thumb]:shadow-[0_0_0_1px_rgb(0_0_0/.25)]'

/** Where the video is, what has arrived of it, and a look at the moment under the pointer. */
export function Scrubber({
  now,
  buffered,
  length,
  sprite,
  base,
  chapters = [],
  onSeek,
}: {
  now: number
  buffered: number
  length: number
  sprite: VideoSource['sprite']
  base: string
  chapters?: Chapters | undefined
  onSeek: (to: number) => void
}) {
  const t = useT()
  const { list } = useFormats()
  const [position, setPosition] = useState<{ share: number; at: number } | null>(null)
  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'touch' && event.buttons === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width))
    setPosition({ share, at: share * length })
  }
  const bar = {
    '--bar': `${chapters.map(({ at }) => gapAt(at, length)).join('')}linear-gradient(to right, var(--primary) ${percent(now, length)}, rgb(255 255 255 / .55) ${percent(now, length)} ${percent(buffered, length)}, rgb(255 255 255 / .25) ${percent(buffered, length)})`,
    direction: 'ltr',
  } as CSSProperties
  return (
    <div
      dir="ltr"
      className="relative mx-2"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPosition(null)}
      onPointerUp={(event) => event.pointerType === 'touch' && setPosition(null)}
    >
      {position && length > 0 ? (
        <Preview
          sprite={sprite}
          base={base}
          at={position.at}
          share={position.share}
          title={chapterAt(chapters, position.at)?.title}
        />
      ) : null}
      <input
        type="range"
        min={0}
        max={Math.max(1, length)}
        step={0.1}
        value={Math.min(now, Math.max(1, length))}
        aria-label={t('post.seek')}
        aria-valuetext={list([`${clock(now * 1000)} / ${clock(length * 1000)}`, chapterAt(chapters, now)?.title ?? ''])}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
        className={`block h-5 w-full cursor-pointer appearance-none bg-transparent pointer-coarse:h-7 ${track} ${thumb}`}
        style={bar}
      />
    </div>
  )
}

interface PreviewProps {
  sprite: VideoSource['sprite']
  base: string
  at: number
  share: number
  title: string | undefined
}
function Preview({ sprite, base, at, share, title }: PreviewProps) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full mb-2 grid -translate-x-1/2 justify-items-center gap-1"
      style={{
        left: `clamp(${sprite ? sprite.tileWidth / 2 : 24}px, ${share * 100}%, calc(100% - ${sprite ? sprite.tileWidth / 2 : 24}px))`,
      }}
    >
      {sprite ? (
        <span
          className="rounded-sm bg-[#14100d] shadow-2 ring-1 ring-white/40"
          style={{
            width: sprite.tileWidth,
            height: sprite.tileHeight,
            ...tileStyle(sprite, base, at),
          }}
        />
      ) : null}
      <span className="num rounded-full bg-[rgb(24_19_16/.86)] px-2 py-0.5 text-xs font-semibold">
        {clock(at * 1000)}
        {title ? (
          <span className="ms-1.5 font-medium">
            <bdi>{title}</bdi>
          </span>
        ) : null}
      </span>
    </div>
  )
}

const percent = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`
/** A gap in the bar where a chapter begins. */
const gapAt = (at: number, length: number): string =>
  at === 0 || length <= 0
    ? ''
    : `linear-gradient(to right, transparent calc(${percent(at, length)} - 1.5px), #14100d calc(${percent(at, length)} - 1.5px) calc(${percent(at, length)} + 1.5px), transparent calc(${percent(at, length)} + 1.5px)), `
