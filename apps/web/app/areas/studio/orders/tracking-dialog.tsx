import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { SaleDetails } from './order-states.ts'
import { useShipping } from './use-shipping.tsx'

interface TrackingDialogProps {
  order: SaleDetails
  onClose: () => void
  onDone: () => void
}

/** Corrects by what a parcel that is on its way can be followed. */
export function TrackingDialog({ order, onClose, onDone }: TrackingDialogProps) {
  const t = useT()
  const { id, form, working } = useShipping({
    order,
    isSent: true,
    onDone: () => {
      onDone()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.orders.editTracking')}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={working ? t('ui.saving') : undefined}>
            {t('studio.orders.save')}
          </Button>
        </div>
      }
    >
      {form(<p className="text-sm text-ink-2">{t('studio.orders.shipHint')}</p>)}
    </Dialog>
  )
}
