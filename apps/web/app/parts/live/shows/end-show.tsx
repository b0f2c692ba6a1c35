import { useT } from '../../../i18n/context.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useMutation } from '../../forms/use-mutation.ts'
import type { Show } from './use-shows.ts'

interface EndShowProps {
  show: Show
  side: 'fan' | 'creator'
  onEnded: (show: Show) => void
  onClose: () => void
}
/** Asks before a show ends: it can't be taken up again. */
export function EndShow({ show, side, onEnded, onClose }: EndShowProps) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  return (
    <ConfirmDialog
      title={t('live.show.endTitle')}
      action={t('live.show.end')}
      busy={t('live.show.ending')}
      keep={t('live.show.keep')}
      onConfirm={async () => {
        const reply = await sendOrThrow('PUT /streaming/private-requests/:conversationId', {
          params: { conversationId: show.conversationId },
          body: { status: 'ended' },
        })
        if (reply) onEnded(reply.data)
      }}
      onClose={onClose}
    >
      <p>{side === 'fan' ? t('live.show.endText') : t('live.show.endTextCreator', { name: show.user.name })}</p>
    </ConfirmDialog>
  )
}
