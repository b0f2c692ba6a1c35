import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import { Moment } from '../time/moment.tsx'
import type { ChatChange, PublicMessage } from './chat-state.ts'

interface HeldMessagesProps {
  chatId: string
  /** Oldest first. */
  held: readonly PublicMessage[]
  change: (change: ChatChange) => void
}
/** What waits for approval, for those who moderate the chat. */
export function HeldMessages({ chatId, held, change }: HeldMessagesProps) {
  const t = useT()
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(false)
  if (held.length === 0 && !isOpen) return null
  return (
    <div className="px-3 pt-2.5">
      <Button size="sm" className="w-full" onClick={() => setOpen(true)}>
        <Clock aria-hidden="true" />
        {t('live.held', { number: number(held.length) })}
      </Button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('live.held.title')}>
        <p className="text-sm text-ink-2">{t(held.length === 0 ? 'live.held.none' : 'live.held.text')}</p>
        <ul aria-live="polite" className="mt-2 divide-y divide-line">
          {held.map((message) => (
            <HeldMessage key={message._id} chatId={chatId} message={message} change={change} />
          ))}
        </ul>
      </Sheet>
    </div>
  )
}

function HeldMessage({
  chatId,
  message,
  change,
}: { chatId: string; message: PublicMessage } & Pick<HeldMessagesProps, 'change'>) {
  const t = useT()
  const { send, working } = useMutation({ toasts: true })
  const { _id: messageId, sender, text, createdAt } = message
  const params = { id: chatId, messageId }
  const approve = async () => {
    const reply = await send('POST /messages/stream/:id/held/:messageId/approve', { params })
    if (reply) change({ type: 'received', messages: [reply.data] })
  }
  const refuse = async () => {
    if (await send('DELETE /messages/stream/:id/held/:messageId', { params }))
      change({ type: 'deleted', id: messageId })
  }
  return (
    <li className="flex items-start gap-2.5 py-3">
      <Avatar src={sender.avatar} size={34} />
      <div className="min-w-0 flex-1">
        <p className="text-sm">
          <bdi className="font-semibold">{sender.name}</bdi>{' '}
          <span className="text-ink-3">
            <Moment at={createdAt} />
          </span>
        </p>
        <p dir="auto" className="mt-0.5 wrap-anywhere">
          {text}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="primary"
            disabled={working}
            aria-label={t('live.held.approveOf', { name: sender.name })}
            onClick={() => void approve()}
          >
            {t('live.held.approve')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={working}
            aria-label={t('live.held.refuseOf', { name: sender.name })}
            onClick={() => void refuse()}
          >
            {t('live.held.refuse')}
          </Button>
        </div>
      </div>
    </li>
  )
}
