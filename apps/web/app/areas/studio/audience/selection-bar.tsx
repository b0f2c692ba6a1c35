import { ListPlus, MessageCircle, X } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx'
import type { Person } from './audience-query.ts'

interface SelectionBarProps {
  people: readonly Person[]
  onAdd: () => void
  onClear: () => void
}

const inBar = 'bg-transparent! text-inherit! hover:bg-canvas/15!'

/** What can be done with those who are selected. Stays at the bottom. */
export function SelectionBar({ people, onAdd, onClear }: SelectionBarProps) {
  const t = useT()
  const count = people.length
  return (
    <div
      role="region"
      aria-label={t('audience.selected', { count })}
      className="sticky bottom-[calc(64px+env(safe-area-inset-bottom))] z-10 mt-3.5 flex items-center gap-2 rounded-full bg-ink py-2 ps-5 pe-2.5 text-canvas shadow-3 max-md:gap-1 md:bottom-5"
    >
      <p role="status" className="num min-w-0 flex-1 truncate text-sm font-semibold">
        {t('audience.selected', { count })}
      </p>
      <Link
        to="/creator/messages/broadcast"
        state={{ people: people.map(({ _id, name }) => ({ _id, name })) }}
        className={buttonClass('primary', 'sm')}
      >
        <MessageCircle aria-hidden="true" />
        {t('audience.message', { count })}
      </Link>
      <Button size="sm" className={`${inBar} max-sm:hidden`} onClick={onAdd}>
        <ListPlus aria-hidden="true" />
        {t('audience.addToList')}
      </Button>
      <IconButton size="sm" label={t('audience.addToList')} className={`${inBar} sm:hidden`} onClick={onAdd}>
        <ListPlus aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t('audience.clearSelection')} className={inBar} onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
