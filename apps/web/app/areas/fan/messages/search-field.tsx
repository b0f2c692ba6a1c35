import { Search, X } from 'lucide-react'
import { type Ref } from 'react'
import { Form } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { IconButton } from '../../../ui/button.tsx'
import type { ListFilter } from './list-query.ts'
import type { MessageSearch } from './use-message-search.ts'

interface FieldProps {
  ref: Ref<HTMLInputElement>
  search: MessageSearch
  filter: ListFilter
  isActive: boolean
  onStart: () => void
  onEnd: () => void
  onSubmit: () => void
}
/** The field of the search; without scripts it is a form. */
export function SearchField({
  ref,
  search: { typed, setTyped },
  filter,
  isActive,
  onStart,
  onEnd,
  onSubmit,
}: FieldProps) {
  const t = useT()
  return (
    <Form
      role="search"
      className="relative mt-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Search
        className="icon pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4.5! text-ink-3"
        aria-hidden="true"
      />
      {filter === 'all' ? null : <input type="hidden" name="filter" value={filter} />}
      <input
        ref={ref}
        type="search"
        name="q"
        value={typed}
        maxLength={100}
        autoComplete="off"
        aria-label={t('messages.search')}
        placeholder={t('messages.search')}
        onFocus={onStart}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onStart()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnd()
        }}
        className="h-11 w-full rounded-full bg-surface-2 ps-10 pe-12 text-md placeholder-shown:pe-4 placeholder:text-ink-3 focus:bg-surface focus-visible:rounded-full pointer-coarse:text-base [&::-webkit-search-cancel-button]:hidden"
      />
      {isActive ? (
        <IconButton
          size="sm"
          tip="none"
          label={t('messages.searchClear')}
          className="absolute! inset-y-0 end-1 my-auto"
          onClick={onEnd}
        >
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
    </Form>
  )
}
