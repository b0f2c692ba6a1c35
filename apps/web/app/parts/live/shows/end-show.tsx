import { useFormats, useT } from '../../../i18n/context.tsx'
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
  const { seconds } = useFormats()
  const { sendOrThrow } = useMutation()
  const isLeaving = show.type === 'group' && side === 'fan'
  return (
    <ConfirmDialog
      title={t(isLeaving ? 'live.group.leaveTitle' : 'live.show.endTitle')}
      action={t(isLeaving ? 'live.group.leave' : 'live.show.end')}
      busy={t(isLeaving ? 'live.group.leaving' : 'live.show.ending')}
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
      {side === 'fan' && show.minutesMin * 60 > show.counted ? (
        <p className="mt-2">{t('live.show.endMinimum', { time: seconds(show.minutesMin * 60) })}</p>
      ) : null}
    </ConfirmDialog>
  )
}
