import type { Reply } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useMe } from '../site/site.ts'

type Message = Reply<'GET /messages/conversations/:id'>['data'][number]

/** A message in one line: what it says, or what it is. It begins with “You:” where one wrote it, unless `isPlain`. */
export function useLineOf(isPlain = false): (message: Message) => string {
  const t = useT()
  const me = useMe()
  return (message) => {
    const line = said(message)
    if (message.tip && !message.isDeleted)
      return t(message.senderId === me?._id ? 'messages.youTipped' : 'messages.tippedYou', {
        tokens: t.tokens(message.tip.tokens),
      })
    return !isPlain && message.senderId === me?._id && !message.isDeleted ? t('messages.you', { line }) : line
  }
  function said({ isDeleted, text, type, isLocked }: Message): string {
    if (isDeleted) return t('messages.deleted')
    if (isLocked) return t('messages.lockedLine')
    if (text) return text
    return t(type === 'audio' ? 'messages.voice' : type === 'video' ? 'messages.video' : 'messages.photo')
  }
}
