import { useEffect, useState } from 'react'
import { call, type Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'

type Message = Reply<'GET /messages/stream/:id'>['data'][number]
const shownMax = 50

/** What was written last in the chat of a room. Reading it takes no place in it. */
export function RoomChat({ id }: { id: string }) {
  const t = useT()
  const { time } = useFormats()
  const [messages, setMessages] = useState<readonly Message[] | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    call('GET /messages/stream/:id', { params: { id }, query: { limit: shownMax }, signal: gone.signal })
      .then(({ data }) => setMessages(data))
      .catch(() => setMessages([]))
    return () => gone.abort()
  }, [id])
  return (
    <section>
      <h3 className="text-md">{t('wall.chat')}</h3>
      {messages?.length === 0 ? <p className="mt-1 text-xs text-ink-3">{t('wall.noChat')}</p> : null}
      <ol className="mt-2 grid gap-1.5 text-sm">
        {messages?.map((message) => (
          <li key={message._id} className="wrap-anywhere">
            <time dateTime={message.createdAt} className="num me-2 text-2xs text-ink-3">
              {time(message.createdAt)}
            </time>
            <bdi>{message.sender.name}</bdi>
            {': '}
            <bdi>{message.text}</bdi>
          </li>
        ))}
      </ol>
    </section>
  )
}
