import { Popover } from '@base-ui/react/popover'
import clsx from 'clsx'
import { Apple, Car, Clock, Hash, Leaf, Lightbulb, type LucideIcon, Smile, Trophy, UserRound } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { type EmojiGroup, emojiGroups, groupNames } from './emoji.ts'
import { recentEmoji, rememberEmoji } from './recent-emoji.ts'

const icons: Record<EmojiGroup | 'recent', LucideIcon> = {
  recent: Clock,
  smileys: Smile,
  people: UserRound,
  nature: Leaf,
  food: Apple,
  travel: Car,
  activities: Trophy,
  objects: Lightbulb,
  symbols: Hash,
}
const columns = 8

interface EmojiPickerProps {
  anchor: RefObject<HTMLElement | null>
  /** Gets the focus back. */
  field: RefObject<HTMLElement | null>
  onChoose: (emoji: string) => void
  onClose: () => void
}

/** Emoji by group: arrow keys move, Enter chooses, Escape closes. It stays open, because one often follows another. */
export function EmojiPicker({ anchor, field, onChoose, onClose }: EmojiPickerProps) {
  const t = useT()
  const id = useId()
  const [recent] = useState(recentEmoji)
  const groups: readonly (EmojiGroup | 'recent')[] = recent.length > 0 ? ['recent', ...groupNames] : groupNames
  const [group, setGroup] = useState(groups[0]!)
  const [marked, setMarked] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const shown = group === 'recent' ? recent : emojiGroups[group]
  const tabs = useRef<HTMLDivElement>(null)
  const open = (next: EmojiGroup | 'recent') => {
    setGroup(next)
    setMarked(0)
    if (grid.current) grid.current.scrollTop = 0
  }
  const forward = () => (getComputedStyle(tabs.current!).direction === 'rtl' ? -1 : 1)
  const stepOf = ({ key }: KeyboardEvent): number =>
    key === 'ArrowRight' ? forward() : key === 'ArrowLeft' ? -forward() : 0
  return (
    <Popover.Root
      open
      onOpenChange={(next, { event }) => {
        // The button closes it by itself.
        if (!next && !(event.target instanceof Node && anchor.current?.contains(event.target))) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side="top" align="end" sideOffset={8} collisionPadding={8} className="z-70">
          <Popover.Popup
            initialFocus={() => grid.current?.querySelector('button') ?? true}
            finalFocus={field}
            aria-label={t('messages.emoji')}
            className="w-[min(22rem,calc(100vw-1rem))] overflow-hidden rounded-lg bg-raised text-ink shadow-[var(--shadow-2),0_0_0_1px_var(--line)] outline-none"
          >
            <div ref={tabs} role="tablist" aria-label={t('messages.emojiGroups')} className="flex border-b border-line">
              {groups.map((name, at) => {
                const Icon = icons[name]
                return (
                  <button
                    key={name}
                    type="button"
                    role="tab"
                    id={`${id}-${name}`}
                    aria-selected={group === name}
                    aria-controls={`${id}-grid`}
                    aria-label={t(`messages.emoji.${name}`)}
                    title={t(`messages.emoji.${name}`)}
                    tabIndex={group === name ? 0 : -1}
                    onClick={() => open(name)}
                    onKeyDown={(event) => {
                      const next = groups[at + stepOf(event)]
                      if (stepOf(event) === 0 || next === undefined) return
                      event.preventDefault()
                      open(next)
                      document.getElementById(`${id}-${next}`)?.focus()
                    }}
                    className={clsx(
                      'grid h-11 min-w-0 flex-1 place-items-center focus-visible:-outline-offset-2',
                      group === name
                        ? 'text-primary-text shadow-[inset_0_-2px_0_var(--primary-text)]'
                        : 'text-ink-3 hover:text-ink',
                    )}
                  >
                    <Icon className="icon" aria-hidden="true" />
                  </button>
                )
              })}
            </div>
            <div
              ref={grid}
              role="tabpanel"
              id={`${id}-grid`}
              aria-labelledby={`${id}-${group}`}
              className="grid h-60 auto-rows-min grid-cols-8 overflow-y-auto overscroll-contain p-1.5"
            >
              {shown.map((emoji, at) => (
                <button
                  key={emoji}
                  type="button"
                  tabIndex={at === marked ? 0 : -1}
                  onClick={() => {
                    setMarked(at)
                    rememberEmoji(emoji)
                    onChoose(emoji)
                  }}
                  onKeyDown={(event) => {
                    const { key } = event
                    const step = key === 'ArrowDown' ? columns : key === 'ArrowUp' ? -columns : stepOf(event)
                    const to = key === 'Home' ? 0 : key === 'End' ? shown.length - 1 : at + step
                    if (to === at || to < 0 || to >= shown.length) return
                    event.preventDefault()
                    setMarked(to)
                    grid.current?.querySelectorAll('button')[to]?.focus()
                  }}
                  className="grid aspect-square place-items-center rounded-sm text-2xl leading-none hover:bg-surface-2 focus-visible:bg-surface-2 focus-visible:rounded-sm focus-visible:-outline-offset-2"
                >
                  {emoji}
                </button>
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
