import { History, X } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { IconButton } from '../../../ui/button.tsx'
import type { Conversation } from './message.ts'
import { FoundPerson } from './search-results.tsx'

interface StartProps {
  recent: readonly string[]
  people: readonly Conversation[]
  onChoose: (words: string) => void
  onForget: (words: string) => void
  onForgetAll: () => void
}
/** Before anything is typed: what was searched for last, and the people of the newest messages. */
export function SearchStart({ recent, people, onChoose, onForget, onForgetAll }: StartProps) {
  const t = useT()
  return (
    <>
      <div className="flex items-baseline justify-between px-2 pt-4 pb-1">
        <h2 className="text-xs font-semibold text-ink-3">{t('messages.recent')}</h2>
        <button
          type="button"
          onClick={onForgetAll}
          className="min-h-6 text-xs font-semibold text-primary-text underline underline-offset-3 pointer-coarse:min-h-11"
        >
          {t('messages.recentClear')}
        </button>
      </div>
      <ul>
        {recent.map((words) => (
          <li key={words} className="flex items-center">
            <button
              type="button"
              onClick={() => onChoose(words)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3.5 rounded-md px-2 text-start hover:bg-surface-2 focus-visible:-outline-offset-2"
            >
              <History className="icon size-4! shrink-0 text-ink-3" aria-hidden="true" />
              <bdi className="truncate">{words}</bdi>
            </button>
            <IconButton
              size="sm"
              tip="none"
              label={t('messages.recentForget', { words })}
              onClick={() => onForget(words)}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {people.length > 0 ? (
        <>
          <h2 className="px-2 pt-4 pb-1 text-xs font-semibold text-ink-3">{t('messages.people')}</h2>
          <ul>
            {people.map((conversation) => (
              <li key={conversation._id}>
                <FoundPerson conversation={conversation} q="" />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}
