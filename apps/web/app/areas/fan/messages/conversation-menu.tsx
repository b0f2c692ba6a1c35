import {
  Ban,
  Bell,
  BellOff,
  CircleAlert,
  Ellipsis,
  Eye,
  EyeOff,
  Pin,
  PinOff,
  Search,
  StickyNote,
  UserRound,
  Users,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { fanAddress } from '../../../parts/creators/fan-address.ts'
import { openReport } from '../../../parts/reports/report.ts'
import { useMe } from '../../../parts/site/site.ts'
import { iconButtonClass } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Conversation } from './message.ts'
import { invalidate, patchConversation } from './threads.ts'

const BlockDialog = lazy(async () => {
  const [{ BlockDialog }] = await Promise.all([
    import('../../../parts/account/block-dialog.tsx'),
    needMessages('profile'),
  ])
  return { default: BlockDialog }
})
const FanNote = lazy(async () => ({ default: (await import('./fan-note.tsx')).FanNote }))

export function ConversationMenu({ conversation, onFind }: { conversation: Conversation; onFind: () => void }) {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const { send } = useMutation({ toasts: true })
  const [open, setOpen] = useState<'block' | 'note' | null>(null)
  const { _id: id, recipient, source, sourceId, isFan, isMuted, isHidden, isPinned } = conversation
  const set = async (body: { isMuted?: boolean; isHidden?: boolean; isPinned?: boolean }) => {
    const reply = await send('PUT /conversations/:id/preferences', { params: { id }, body })
    if (reply) patchConversation(id, reply.data)
    return reply
  }
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('messages.menu', { name: recipient.name })}
            data-opens-find
            className={`${iconButtonClass('ghost')} noscript:hidden`}
          >
            <Ellipsis aria-hidden="true" />
          </button>
        }
        actions={[
          ...(source === 'performer' && recipient.username
            ? [
                {
                  label: t('messages.openProfile'),
                  to: `/${recipient.username}`,
                  icon: <UserRound aria-hidden="true" />,
                },
              ]
            : []),
          ...(isFan && recipient.username
            ? [
                {
                  label: t('post.viewInAudience'),
                  to: fanAddress(recipient.username),
                  icon: <Users aria-hidden="true" />,
                },
              ]
            : []),
          {
            label: t('messages.searchWithin'),
            icon: <Search aria-hidden="true" />,
            onPress: onFind,
          },
          {
            label: t(isPinned ? 'messages.unpin' : 'messages.pin'),
            icon: isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />,
            onPress: () => void set({ isPinned: !isPinned }),
          },
          {
            label: t(isMuted ? 'messages.unmute' : 'messages.mute'),
            icon: isMuted ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />,
            onPress: () => void set({ isMuted: !isMuted }),
          },
          {
            label: t(isHidden ? 'messages.unhide' : 'messages.hide'),
            icon: isHidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
            onPress: () =>
              void set({ isHidden: !isHidden }).then((reply) => {
                if (!reply?.data.isHidden) return
                toast.say(t('messages.hiddenNow'))
                void navigate('/messages')
              }),
          },
          ...(me?.isPerformer
            ? [
                {
                  label: t('messages.note'),
                  icon: <StickyNote aria-hidden="true" />,
                  onPress: () => setOpen('note'),
                },
              ]
            : []),
          null,
          {
            label: t('ui.report'),
            icon: <CircleAlert aria-hidden="true" />,
            onPress: () => openReport({ type: source, id: sourceId }),
          },
          {
            label: t('messages.block', { name: recipient.name }),
            icon: <Ban aria-hidden="true" />,
            danger: true,
            onPress: () => setOpen('block'),
          },
        ]}
      />
      {open === 'note' ? (
        <Suspense>
          <FanNote person={recipient} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
      {open === 'block' ? (
        <Suspense>
          <BlockDialog
            person={recipient}
            onClose={() => setOpen(null)}
            onBlocked={() => {
              invalidate(id)
              void navigate('/messages')
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
