import { MessageCircle } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useSignIn } from '../account/use-sign-in.ts'
import { useMutation } from '../forms/use-mutation.ts'

interface MessageButtonProps {
  source: 'user' | 'performer'
  person: { _id: string; name: string }
  size?: 'sm' | 'md'
}

/** Opens the conversation with a person; visitors log in first. Whether one may write is said there. */
export function MessageButton({ source, person, size = 'md' }: MessageButtonProps) {
  const t = useT()
  const navigate = useNavigate()
  const signedIn = useSignIn()
  const { send } = useMutation({ toasts: true })
  const open = async () => {
    const reply = await send('POST /conversations', { body: { source, sourceId: person._id } })
    if (reply) void navigate(`/messages/${reply.data._id}`)
  }
  return (
    <IconButton
      variant={size === 'sm' ? 'ghost' : 'quiet'}
      size={size}
      label={t('ui.messageTo', { name: person.name })}
      className="noscript:hidden"
      onClick={signedIn(() => void open())}
    >
      <MessageCircle aria-hidden="true" />
    </IconButton>
  )
}
