import clsx from 'clsx'
import { CheckCheck, Ellipsis, ListPlus, MessageCircle, X } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Button, IconButton, iconButtonClass } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { Counted } from './audience-query.ts'
import { useCounted } from './group-nav.tsx'

interface SelectionBarProps {
  counted: Counted
  /** Everybody who can be selected; null where they are. */
  all: Counted | null
  isCounting: boolean
  onAll: () => void
  onMessage: () => void
  onAdd: () => void
  onClear: () => void
}

const inBar = 'bg-transparent! text-inherit! hover:bg-canvas/15!'

/** What can be done with those who are selected. Stays at the bottom; on phones, all but writing is in a menu. */
export function SelectionBar({ counted, all, isCounting, onAll, onMessage, onAdd, onClear }: SelectionBarProps) {
  const t = useT()
  const shown = useCounted()
  const count = counted.total
  const selected = t('audience.selected', { count, shown: shown(counted) })
  // Beside it the number is said already, and a phone has no room for it twice.
  const isLong = count >= 100
  const selectAll = all && t('audience.selectEverybody', { count: all.total, shown: shown(all) })
  return (
    <div
      role="region"
      data-bottom-bar="always"
      aria-label={selected}
      className="sticky bottom-[calc(64px+env(safe-area-inset-bottom))] z-10 mt-3.5 flex items-center gap-2 rounded-full bg-ink py-2 ps-5 pe-2.5 text-canvas shadow-3 max-md:gap-1 md:bottom-5"
    >
      <div className="flex min-w-0 flex-1 items-center gap-2">
        <p role="status" className="num min-w-0 truncate text-sm font-semibold">
          {selected}
        </p>
        {selectAll ? (
          <Button
            size="sm"
            className={`num ${inBar} max-sm:hidden`}
            busy={isCounting ? t('ui.loading') : undefined}
            onClick={onAll}
          >
            {selectAll}
          </Button>
        ) : null}
      </div>
      <Button size="sm" variant="primary" onClick={onMessage}>
        <MessageCircle aria-hidden="true" />
        <span className={clsx(isLong && 'max-sm:sr-only')}>
          {t('audience.message', { count, shown: shown(counted) })}
        </span>
        {isLong ? (
          <span className="sm:hidden" aria-hidden="true">
            {t('audience.open')}
          </span>
        ) : null}
      </Button>
      <Button size="sm" className={`${inBar} max-sm:hidden`} onClick={onAdd}>
        <ListPlus aria-hidden="true" />
        {t('audience.addToList')}
      </Button>
      <div className="sm:hidden">
        <Menu
          trigger={
            <button
              type="button"
              aria-label={t('audience.moreForSelected')}
              className={`${iconButtonClass('ghost', 'sm')} ${inBar}`}
            >
              <Ellipsis aria-hidden="true" />
            </button>
          }
          actions={[
            ...(selectAll ? [{ label: selectAll, icon: <CheckCheck aria-hidden="true" />, onPress: onAll }] : []),
            { label: t('audience.addToList'), icon: <ListPlus aria-hidden="true" />, onPress: onAdd },
          ]}
        />
      </div>
      <IconButton size="sm" label={t('audience.clearSelection')} className={inBar} onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
