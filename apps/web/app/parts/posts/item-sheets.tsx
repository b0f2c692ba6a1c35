import { type ComponentProps, lazy, Suspense } from 'react'
import { needMessages } from '../../i18n/area-messages.ts'
import { useCheckoutReturn } from '../money/checkout/use-checkout-return.ts'
import { TipSheet } from '../money/tip-button.ts'
import { toast } from '../../ui/toast.tsx'
import { pathOf } from './kinds.ts'

const UnlockSheet = lazy(async () => {
  const [{ UnlockSheet }] = await Promise.all([import('../money/unlock-sheet.tsx'), needMessages('checkout', 'wallet')])
  return { default: UnlockSheet }
})

export type ItemSheet = 'tip' | 'unlock' | null
interface ItemSheetsProps {
  item: ComponentProps<typeof UnlockSheet>['post']
  open: ItemSheet
  onOpenChange: (open: ItemSheet) => void
  onUnlocked: ComponentProps<typeof UnlockSheet>['onUnlocked']
}

/** The sheets that an item opens: to tip its creator, and to unlock it. */
export function ItemSheets({ item, open, onOpenChange, onUnlocked }: ItemSheetsProps) {
  const tip = `tip:${item._id}`
  useCheckoutReturn(item._id, () => onOpenChange('unlock'), {
    is: !item.locked,
    say: () => toast.success('post.unlock.done'),
  })
  useCheckoutReturn(tip, () => onOpenChange('tip'))
  if (!open) return null
  return (
    <Suspense>
      {open === 'tip' ? (
        <TipSheet
          open
          onOpenChange={(isOpen) => onOpenChange(isOpen ? 'tip' : null)}
          performer={item.performer}
          what={tip}
          path={pathOf(item)}
        />
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
