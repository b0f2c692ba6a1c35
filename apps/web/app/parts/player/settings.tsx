import type { CaptionTrack } from '@fanlight/contract/media'
import { Check, Settings } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useT } from '../../i18n/context.tsx'
import { control } from './controls.tsx'
import type { Qualities } from './use-video.ts'

export const speeds = [0.75, 1, 1.25, 1.5, 2]

export interface CaptionChoice {
  tracks: readonly CaptionTrack[]
  /** The language that is shown; empty where captions are off. */
  chosen: string
  choose(locale: string): void
}

/** Quality, speed and captions, in a small menu above its button. */
export function PlayerSettings({
  qualities,
  captions,
  speed,
  onSpeed,
  open,
  onOpenChange,
}: {
  qualities: Qualities
  captions: CaptionChoice
  speed: number
  onSpeed: (speed: number) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    box.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus()
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) onOpenChange(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open, onOpenChange])
  const close = () => {
    onOpenChange(false)
    button.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (!open) return
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (event.key === 'Escape') close()
    else if (to !== undefined) items.at(to % items.length)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const { heights, chosen, shown } = qualities
  const auto =
    chosen < 0 && heights[shown] ? t('post.qualityAutoNow', { height: heights[shown] }) : t('post.qualityAuto')
  const name = chosen < 0 ? auto : `${heights[chosen] ?? ''}p`
  return (
    // The keys of the menu work on its button too.
    <div ref={box} role="presentation" className="relative" onKeyDown={keys}>
      <button
        ref={button}
        type="button"
        className={control}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t('post.playerSettings')}
        title={name}
        onClick={() => onOpenChange(!open)}
      >
        <Settings aria-hidden="true" />
      </button>
      {open ? (
        <div
          role="menu"
          aria-label={t('post.playerSettings')}
          className="absolute end-0 bottom-12 z-1 flex max-h-[min(22rem,calc(100cqh-3.75rem))] w-max max-w-[calc(100cqw-4rem)] flex-wrap gap-1 overflow-y-auto overscroll-contain rounded-md bg-[rgb(24_19_16/.96)] p-1.5 text-sm shadow-2 ring-1 ring-white/10"
        >
          {heights.length > 0 ? (
            <Options
              name={t('post.quality')}
              now={chosen}
              values={[-1, ...heights.map((_, at) => at).toSorted((a, b) => heights[b]! - heights[a]!)]}
              label={(value) => (value < 0 ? auto : `${heights[value]}p`)}
              choose={(value) => (qualities.choose(value), close())}
            />
          ) : null}
          <Options
            name={t('post.speed')}
            now={speed}
            values={speeds}
            label={(value) => `${value}×`}
            choose={(value) => (onSpeed(value), close())}
          />
          {captions.tracks.length > 0 ? (
            <Options
              name={t('post.captions')}
              now={captions.chosen}
              values={['', ...captions.tracks.map(({ locale }) => locale)]}
              label={(value) => captions.tracks.find(({ locale }) => locale === value)?.label ?? t('post.captionsNone')}
              choose={(value) => (captions.choose(value), close())}
            />
          ) : null}
        </div>
      ) : null}
      <span className="sr-only" aria-live="polite">
        {name}
      </span>
    </div>
  )
}

function Options<Value extends number | string>({
  name,
  now,
  values,
  label,
  choose,
}: {
  name: string
  now: Value
  values: readonly Value[]
  label: (value: Value) => string
  choose: (value: Value) => void
}) {
  return (
    // A group of a menu, not of a form.
    <div role="group" aria-label={name} className="min-w-28">
      <p aria-hidden="true" className="px-2.5 py-1.5 text-xs text-white/70">
        {name}
      </p>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          aria-checked={value === now}
          tabIndex={-1}
          onClick={() => choose(value)}
          className="num flex h-9 w-full items-center justify-between gap-3 rounded-sm px-2.5 whitespace-nowrap hover:bg-white/12 focus-visible:bg-white/16 focus-visible:outline-white pointer-coarse:h-11"
        >
          {label(value)}
          {value === now ? <Check className="icon size-4!" aria-hidden="true" /> : null}
        </button>
      ))}
    </div>
  )
}
