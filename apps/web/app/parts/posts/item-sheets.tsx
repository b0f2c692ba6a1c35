import { type ComponentProps, lazy, Suspense } from 'react'
import { TipSheet } from '../money/tip-button.ts'

const UnlockSheet = lazy(async () => ({ default: (await import('../money/unlock-sheet.tsx')).UnlockSheet }))

export type ItemSheet = 'tip' | 'unlock' | null
interface ItemSheetsProps {
  item: ComponentProps<typeof UnlockSheet>['post']
  open: ItemSheet
  onOpenChange: (open: ItemSheet) => void
  onUnlocked: ComponentProps<typeof UnlockSheet>['onUnlocked']
}

/** The sheets that an item opens: to tip its creator, and to unlock it. */
export function ItemSheets({ item, open, onOpenChange, onUnlocked }: ItemSheetsProps) {
  if (!open) return null
  return (
    <Suspense>
      {open === 'tip' ? (
        <TipSheet open onOpenChange={(isOpen) => onOpenChange(isOpen ? 'tip' : null)} performer={item.performer} />
      ) : (
        <UnlockSheet
          open
          onOpenChange={(isOpen) => onOpenChange(isOpen ? 'unlock' : null)}
          post={item}
          onUnlocked={onUnlocked}
        />
      )}
    </Suspense>
  )
}
