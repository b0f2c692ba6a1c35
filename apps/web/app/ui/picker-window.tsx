import clsx from 'clsx'
import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { DialogWindow } from './dialog-window.tsx'
import { Input } from './field.tsx'
import { Flag, type PickerOption } from './picker-option.tsx'
import { found } from './picker-search.ts'

interface PickerWindowProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  options: readonly PickerOption[]
  value: string
  onChoose: (value: string) => void
}

/** The list with its search: text filters it, the arrow keys move the highlight, Enter selects the highlighted option. */
export function PickerWindow({ open, onClose, title, options, value, onChoose }: PickerWindowProps) {
  const search = useRef<HTMLInputElement>(null)
  return (
    <DialogWindow open={open} onOpenChange={onClose} title={title} initialFocus={search}>
      <Choices search={search} options={options} value={value} onChoose={onChoose} />
    </DialogWindow>
  )
}

type ChoicesProps = Pick<PickerWindowProps, 'options' | 'value' | 'onChoose'> & {
  search: React.RefObject<HTMLInputElement | null>
}

function Choices({ search, options, value, onChoose }: ChoicesProps) {
  const t = useT()
  const id = useId()
  const [query, setQuery] = useState('')
  const shown = useMemo(() => found(options, query), [options, query])
  const [marked, setMarked] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys during IME composition do not belong to the list.
    if (event.nativeEvent.isComposing) return
    const last = shown.length - 1
    const to: Record<string, number> = {
      ArrowDown: Math.min(marked + 1, last),
      ArrowUp: Math.max(marked - 1, 0),
      PageDown: Math.min(marked + 8, last),
      PageUp: Math.max(marked - 8, 0),
    }
    const next = to[event.key]
    const taken = shown[marked]
    if (next !== undefined) setMarked(next)
    else if (event.key === 'Enter' && taken) onChoose(taken.value)
    else if (event.key !== 'Enter') return
    event.preventDefault()
  }
  return (
    <>
      <div className="sticky top-0 z-1 bg-raised pb-2">
        <Input
          ref={search}
          type="search"
          role="combobox"
          aria-label={t('ui.picker.search')}
          placeholder={t('ui.picker.search')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown[marked] ? `${id}-${shown[marked].value}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={query}
          start={<Search className="icon" aria-hidden="true" />}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setMarked(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('ui.picker.search')}
        style={{ minHeight: '50dvh' }}
      >
        {shown.map((entry, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are the search field's, which points here
          <div
            key={entry.value}
            id={`${id}-${entry.value}`}
            role="option"
            aria-selected={entry.value === value}
            onClick={() => onChoose(entry.value)}
            onPointerMove={() => setMarked(at)}
            className={clsx(
              'flex min-h-11 cursor-default items-center gap-3 rounded-sm px-3 py-2 text-sm font-medium text-ink select-none',
              at === marked && 'bg-surface-2',
            )}
          >
            {entry.image ? <Flag src={entry.image} /> : null}
            <span className="min-w-0 flex-1 wrap-anywhere">{entry.label}</span>
            {entry.value === value ? <Check className="icon text-primary-text" aria-hidden="true" /> : null}
          </div>
        ))}
      </div>
      <p role="status" className={clsx('px-3 text-sm text-ink-2', shown.length > 0 && 'sr-only')}>
        {shown.length > 0 ? '' : t('ui.picker.nothing')}
      </p>
    </>
  )
}
