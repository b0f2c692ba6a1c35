import { UsersRound, X } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useMutation } from '../../forms/use-mutation.ts'
import type { Stream } from '../stream.ts'
import { SecondsRing } from './seconds-ring.tsx'
import type { Show } from './use-shows.ts'

const card =
  'm-3 mb-0 flex items-center gap-3 rounded-lg bg-surface-2 p-3 text-ink ring-1 ring-line max-md:bg-[#241d19]'

interface WaitingProps {
  show: Show
  /** The group show that is waited for; null for a private one. */
  offer: Stream['groupOffer']
  onChange: (show: Show) => void
  onForget: () => void
}
/** What became of a request for a show, above the field of the room: it waits for an answer, or why there will be no show. */
export function Waiting({ show, offer, onChange, onForget }: WaitingProps) {
  const t = useT()
  const { number } = useFormats()
  const { performer, status, conversationId } = show
  const isGroup = show.type === 'group'
  const { send, working } = useMutation({ toasts: true })
  if (status !== 'requested')
    return (
      <div className={card}>
        <p role="status" className="min-w-0 flex-1 text-sm text-ink-2">
          {status === 'declined' || status === 'expired'
            ? t(`live.${isGroup ? 'group' : 'show'}.answer.${status}`, { name: performer.name })
            : t('live.show.answer.cancelled')}
        </p>
        <IconButton size="sm" label={t('ui.close')} onClick={onForget}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    )
  const cancel = async () => {
    const reply = await send('PUT /streaming/private-requests/:conversationId', {
      params: { conversationId },
      body: { status: 'cancelled' },
    })
    if (reply) onChange(reply.data)
  }
  const title = isGroup ? t('live.group.waiting') : t('live.show.waiting', { name: performer.name })
  return (
    <section aria-label={title} className={card}>
      {isGroup ? <UsersRound className="icon shrink-0" aria-hidden="true" /> : <SecondsRing until={show.expiresAt} />}
      <p className="min-w-0 flex-1 text-xs text-ink-3">
        <b role="status" className="block text-sm wrap-anywhere text-ink">
          {title}
        </b>
        {!isGroup || !offer
          ? t('live.show.waitingText')
          : offer.waiting < offer.peopleMin
            ? t('live.group.waitingText', { waiting: number(offer.waiting), least: number(offer.peopleMin) })
            : t('live.group.ready', { name: performer.name })}
      </p>
      <Button size="sm" busy={working ? t('live.show.cancelling') : undefined} onClick={() => void cancel()}>
        {t('live.show.cancel')}
      </Button>
    </section>
  )
}
