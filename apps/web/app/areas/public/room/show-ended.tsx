import { MessageCircle } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { ShowReceipt } from '../../../parts/live/shows/receipt.tsx'
import type { Show } from '../../../parts/live/shows/use-shows.ts'
import { useBalance } from '../../../parts/money/balance.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** The fan's receipt of a show that has just ended, over the public room. */
export function ShowEnded({ show, onClose }: { show: Show; onClose: () => void }) {
  const t = useT()
  const balance = useBalance()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('live.show.ended')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <ButtonLink variant="quiet" to={`/messages/${show.conversationId}`}>
            <MessageCircle aria-hidden="true" />
            {t('live.show.message')}
          </ButtonLink>
          <Button variant="primary" onClick={onClose}>
            {t('live.show.back')}
          </Button>
        </div>
      }
    >
      <ShowReceipt show={show} side="fan" balance={balance} />
    </Dialog>
  )
}
