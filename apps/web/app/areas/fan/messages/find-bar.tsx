import { Calendar, ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { DayDialog } from './day-dialog.tsx'
import type { Find } from './use-find.ts'

interface BarProps {
  conversationId: string
  find: Find
  onClose: () => void
}
/** Searches in the conversation below it: the field, where one is, to the next, to a day. */
export function FindBar({ conversationId, find, onClose }: BarProps) {
  const t = useT()
  const { date } = useFormats()
  const problemText = useProblemText()
  const field = useRef<HTMLInputElement>(null)
  const [choosingDay, setChoosingDay] = useState(false)
  const [shownDay, setShownDay] = useState<string | null>(null)
  const { isLinked } = find
  useEffect(() => {
    // Who followed a link to a message looks at it, on a phone without a keyboard over it.
    if (!isLinked) field.current?.focus()
  }, [isLinked])
  const step = (by: 1 | -1) => {
    setShownDay(null)
    void find.step(by)
  }
  return (
    <div
      role="search"
      aria-label={t('messages.searchWithin')}
      className="flex shrink-0 flex-wrap items-center gap-0.5 border-b border-line bg-surface px-2 py-2 md:gap-1.5 md:px-6"
    >
      <div className="min-w-32 flex-1 md:max-w-[420px]">
        <Input
          ref={field}
          small
          type="search"
          value={find.typed}
          maxLength={100}
          autoComplete="off"
          aria-label={t('messages.searchWithin')}
          placeholder={t('messages.searchWords')}
          start={<Search className="icon size-4!" aria-hidden="true" />}
          className="ps-10! [&::-webkit-search-cancel-button]:hidden"
          onChange={(event) => {
            setShownDay(null)
            find.setTyped(event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            const by = ({ Enter: event.shiftKey ? -1 : 1, ArrowUp: 1, ArrowDown: -1 } as const)[event.key]
            if (!by) return
            event.preventDefault()
            step(by)
          }}
        />
      </div>
      <p role="status" className="num min-w-14 px-1 text-center text-sm text-ink-2">
        {shownDay ? t('messages.day.shown', { date: date(shownDay) }) : <Position find={find} />}
        {find.problem ? problemText(find.problem) : null}
      </p>
      <IconButton label={t('messages.find.older')} disabled={!find.canStep.older} onClick={() => step(1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label={t('messages.find.newer')} disabled={!find.canStep.newer} onClick={() => step(-1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <IconButton label={t('messages.day.title')} onClick={() => setChoosingDay(true)}>
        <Calendar aria-hidden="true" />
      </IconButton>
      <IconButton label={t('messages.find.close')} onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
      {choosingDay ? (
        <DayDialog
          conversationId={conversationId}
          onClose={() => setChoosingDay(false)}
          onFound={({ sequence, createdAt }) => {
            setShownDay(createdAt)
            find.go(sequence)
          }}
        />
      ) : null}
    </div>
  )
}

function Position({ find: { page, at } }: { find: Find }) {
  const t = useT()
  const { number } = useFormats()
  if (!page) return null
  if (page.total === 0) return t('messages.noMatch')
  // Where not all were counted, the newest is the first.
  return page.totalIsAtLeast
    ? t('messages.find.position', {
        at: number(at + 1),
        total: t('messages.atLeast', { number: number(page.total) }),
      })
    : t('messages.find.position', { at: number(page.total - at), total: number(page.total) })
}
