import { Ban, Pin, ShieldPlus, Trash2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { useT } from '../../i18n/context.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import type { PublicChat, PublicMessage } from './chat-state.ts'
import type { PersonAction } from './person-dialog.tsx'

export interface LineProps {
  message: PublicMessage
  /** In a replay: at which second it was said. Nothing can be done with it there. */
  at?: string
  isMine: boolean
  /** What the viewer may do in the chat. */
  can: PublicChat['can']
  onDelete: (message: PublicMessage) => void
  onPin: (message: PublicMessage) => void
  onPerson: (message: PublicMessage, action: PersonAction) => void
}

/** What the viewer may do with a message and with who wrote it. Moderators leave the creator and one another alone. */
export function actionsOn(
  { message, isMine, can, onDelete, onPin, onPerson }: LineProps,
  t: ReturnType<typeof useT>,
): (MenuAction | null)[] {
  const { senderRole, tip, isHeld } = message
  const mayDelete = isMine || (can.moderate && (can.manage || senderRole !== 'creator'))
  const about = (action: PersonAction, label: string, icon: ReactNode, danger = false): MenuAction => ({
    label,
    icon,
    danger,
    onPress: () => onPerson(message, action),
  })
  const isOpenTo = can.moderate && !isMine && senderRole !== 'creator' && (can.manage || senderRole === null)
  return [
    ...(can.moderate && !tip && !isHeld
      ? [{ label: t('live.pin'), icon: <Pin aria-hidden="true" />, onPress: () => onPin(message) }]
      : []),
    ...(mayDelete
      ? [
          {
            label: t('live.delete'),
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            onPress: () => onDelete(message),
          },
        ]
      : []),
    ...(isOpenTo
      ? [
          null,
          ...(can.manage && senderRole === null
            ? [about('moderator', t('live.person.moderator'), <ShieldPlus aria-hidden="true" />)]
            : []),
          about('muted', t('live.person.mute'), <VolumeX aria-hidden="true" />),
          about('banned', t('live.person.ban'), <Ban aria-hidden="true" />, true),
        ]
      : []),
  ]
}
