import type { Stream } from '@fanlight/contract/streaming'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Broadcast } from './broadcast.ts'

/** Ending can't be undone: the next stream is another one. */
export function EndDialog({
  broadcast,
  stream,
  onClose,
}: {
  broadcast: Broadcast
  stream: Stream
  onClose: () => void
}) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  return (
    <ConfirmDialog
      title={t('liveStudio.end.title')}
      action={t('liveStudio.bar.end')}
      busy={t('liveStudio.end.busy')}
      keep={t('liveStudio.end.keep')}
      onConfirm={async () => {
        const reply = await sendOrThrow('PUT /streaming/live/:id', {
          params: { id: stream._id },
          body: { status: 'ended' },
        })
        if (reply) broadcast.take(reply.data)
      }}
      onClose={onClose}
    >
      <p>{t('liveStudio.end.text')}</p>
    </ConfirmDialog>
  )
}
