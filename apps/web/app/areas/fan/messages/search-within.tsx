import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useLineOf } from './line.ts'
import type { Conversation, Message } from './message.ts'

const pauseMs = 250

/** Finds words in one conversation; a result leads to its message. */
export function SearchWithin({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const t = useT()
  const { dateTime } = useFormats()
  const { pathname, search } = useLocation()
  const lineOf = useLineOf()
  const [q, setQ] = useState('')
  const [found, setFound] = useState<readonly Message[] | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const wanted = q.trim()
  useEffect(() => {
    setProblem(null)
    if (!wanted) return setFound(null)
    let isOver = false
    const timer = setTimeout(() => {
      call('GET /messages/search', { query: { q: wanted, conversationId: conversation._id, pageSize: 50 } }).then(
        ({ data }) => isOver || setFound(data),
        (error: unknown) => isOver || setProblem(asProblem(error)),
      )
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wanted, conversation._id])
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t('messages.searchWithin')} width={520}>
      <Input
        small
        type="search"
        value={q}
        maxLength={100}
        aria-label={t('messages.searchWords')}
        placeholder={t('messages.searchWords')}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <div className="mt-3 min-h-48 pb-3" aria-live="polite">
        {problem ? <ErrorState problem={problem} /> : null}
        {found?.length === 0 ? <p className="py-6 text-center text-ink-3">{t('messages.noMatch')}</p> : null}
        {found && found.length > 0 ? (
          <ul>
            {found.map((message) => (
              <li key={message._id}>
                <Link
                  to={{ pathname, search, hash: `m${message.sequence}` }}
                  onClick={onClose}
                  className="block rounded-sm px-2.5 py-2 hover:bg-surface-2 focus-visible:rounded-sm"
                >
                  <span dir="auto" className="line-clamp-2 text-sm text-match [overflow-wrap:anywhere]">
                    {lineOf(message)}
                  </span>
                  <span className="num text-xs text-ink-3">{dateTime(message.createdAt)}</span>
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  )
}
