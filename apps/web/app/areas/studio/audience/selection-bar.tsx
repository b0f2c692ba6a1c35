import { ListPlus, MessageCircle, X } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'

interface SelectionBarProps {
  count: number
  onMessage: () => void
  onAdd: () => void
  onClear: () => void
}

const inBar = 'bg-transparent! text-inherit! hover:bg-canvas/15!'

/** What can be done with those who are selected. Stays at the bottom. */
export function SelectionBar({ count, onMessage, onAdd, onClear }: SelectionBarProps) {
  const t = useT()
  return (
    <div
      role="region"
      aria-label={t('audience.selected', { count })}
      className="sticky bottom-[calc(64px+env(safe-area-inset-bottom))] z-10 mt-3.5 flex items-center gap-2 rounded-full bg-ink py-2 ps-5 pe-2.5 text-canvas shadow-3 max-md:gap-1 md:bottom-5"
    >
      <p role="status" className="num min-w-0 flex-1 truncate text-sm font-semibold">
        {t('audience.selected', { count })}
      </p>
      <Button size="sm" variant="primary" onClick={onMessage}>
        <MessageCircle aria-hidden="true" />
        {t('audience.message', { count })}
      </Button>
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
