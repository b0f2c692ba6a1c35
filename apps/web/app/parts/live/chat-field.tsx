import { publicMessageLengthMax } from '@fanlight/contract/limits'
import clsx from 'clsx'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useFormats, useT } from '../../i18n/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useProblemText } from '../../ui/form.tsx'
import type { ChatState, PublicChat } from './chat-state.ts'

interface ChatFieldProps {
  chat: PublicChat
  state: ChatState
  send: (text: string) => Promise<boolean>
  over: boolean
  beside: ReactNode
  onEdit: () => void
}
/** Where one writes, or why one can’t. */
export function ChatField({ chat, state, send, over, beside, onEdit }: ChatFieldProps) {
  const t = useT()
  const problemText = useProblemText()
  const { pathname } = useLocation()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const written = text.trim()
    if (!written) return
    setText('')
    // What was refused comes back, before what was written since.
    if (!(await send(written))) setText((since) => (since ? `${written} ${since}` : written))
    field.current?.focus()
  }
  const { reason } = chat.writing
  return (
    <div className="px-3 pt-2 pb-3">
      {state.problem ? (
        <p role="alert" className="px-2 pb-1.5 text-sm text-danger-text">
          {problemText(state.problem)}
        </p>
      ) : null}
      <div className="flex items-center gap-2">
        {reason === null ? (
          <form
            data-bottom-bar="always"
            onSubmit={(event) => void submit(event)}
            className="flex min-w-0 flex-1 items-center gap-2 noscript:hidden"
          >
            <input
              ref={field}
              data-message-field
              value={text}
              maxLength={publicMessageLengthMax}
              dir="auto"
              autoComplete="off"
              enterKeyHint="send"
              aria-label={t('live.write')}
              placeholder={t('live.write')}
              onChange={(event) => {
                setText(event.currentTarget.value)
                onEdit()
              }}
              className="h-11 min-w-0 flex-1 rounded-full bg-surface px-4 text-ink ring-1 ring-line-control ring-inset placeholder:text-ink-3 focus-visible:rounded-full pointer-coarse:text-base"
            />
            <IconButton
              type="submit"
              variant="primary"
              size="lg"
              tip="top"
              label={t('live.send')}
              className={clsx(over && text === '' && 'max-md:hidden')}
            >
              <SendHorizontal className="rtl:-scale-x-100" aria-hidden="true" />
            </IconButton>
          </form>
        ) : (
          <p className="min-w-0 flex-1 px-2 py-2.5 text-sm text-ink-2">
            {reason === 'sign-in' ? (
              <Link to={`/auth/login?redirect=${encodeURIComponent(pathname)}`} className="link">
                {t('live.signInToWrite')}
              </Link>
            ) : (
              <WhyNot writing={chat.writing} />
            )}
          </p>
        )}
        {beside}
      </div>
    </div>
  )
}

function WhyNot({ writing: { reason, until } }: Pick<PublicChat, 'writing'>) {
  const t = useT()
  const { time } = useFormats()
  if (reason === null || reason === 'sign-in') return null
  return reason === 'muted' && until ? t('live.writing.mutedUntil', { time: time(until) }) : t(`live.writing.${reason}`)
}
