import clsx from 'clsx'
import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useLineOf } from '../../../parts/messages/line.ts'
import type { Fan } from './audience-query.ts'

interface FanMessagesProps {
  fan: Fan
  /** The newest, the last of them first. */
  messages: Reply<'GET /messages/conversations/:id'>['data']
}
/** What was last written between the creator and a fan; nothing before one of them wrote. */
export function FanMessages({ fan, messages }: FanMessagesProps) {
  const t = useT()
  const lineOf = useLineOf(true)
  if (messages.length === 0) return null
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:px-5">
      <div className="mb-3 flex items-baseline justify-between gap-2">
        <h2 className="text-lg">{t('audience.messages')}</h2>
        <Link to={`/messages/${fan.conversationId}`} className="link text-sm font-medium">
          {t('audience.allMessages')}
        </Link>
      </div>
      <ul className="grid gap-2">
        {messages.toReversed().map((message) => {
          const isTheirs = message.senderId === fan._id
          return (
            <li key={message._id} className={clsx('flex', isTheirs ? 'justify-start' : 'justify-end')}>
              <p
                dir="auto"
                className={clsx(
                  'line-clamp-3 max-w-[85%] rounded-lg px-3.5 py-2 text-sm wrap-anywhere text-match',
                  isTheirs
                    ? 'rounded-es-xs bg-surface-2 text-ink'
                    : 'rounded-ee-xs bg-(--sky-200) text-[#0b2130] dark:bg-(--sky-800) dark:text-ink',
                )}
              >
                <span className="sr-only">
                  {isTheirs ? t('messages.wrote', { name: fan.name }) : t('messages.youWrote')}
                </span>
                {lineOf(message)}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
