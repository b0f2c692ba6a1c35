import { useT } from '../../i18n/context.tsx'
import { BlockEffects } from './block-effects.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'

interface BlockDialogProps {
  person: { _id: string; name: string }
  onBlocked: () => void
  onClose: () => void
}
/** Asks before someone is blocked: it ends more than the conversation. Needs the messages of `profile`. */
export function BlockDialog({ person, onBlocked, onClose }: BlockDialogProps) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  return (
    <ConfirmDialog
      title={t('profile.blockTitle', { name: person.name })}
      action={t('profile.block')}
      busy={t('profile.blocking')}
      onClose={onClose}
      onConfirm={async () => {
        await sendOrThrow('POST /block/users', { body: { userId: person._id } })
        toast.say(t('profile.blocked', { name: person.name }))
        onBlocked()
      }}
    >
      <BlockEffects userId={person._id} />
    </ConfirmDialog>
  )
}
