import { groupMessageLengthMax } from '@fanlight/contract/limits'
import clsx from 'clsx'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { Log } from '../../../ui/log.tsx'
import { NewLines } from '../../../ui/new-lines.tsx'
import { useMe } from '../../site/site.ts'
import { logClass } from '../log-class.ts'
import { useGroupChat } from './use-group-chat.ts'

/** New ones are among so many. */
const saidMax = 10

interface GroupChatProps {
  groupId: string
  performer: { _id: string; name: string }
  /** On phones it lies over the video. */
  over?: boolean
  /** Beside the field. */
  beside?: ReactNode
  className?: string
}
/** What all who are in a group show write to one another. */
export function GroupChat({ groupId, performer, over = false, beside, className }: GroupChatProps) {
  const t = useT()
  const me = useMe()
  const problemText = useProblemText()
  const { messages, problem, send } = useGroupChat(groupId)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const written = text.trim()
    if (!written) return
    setText('')
    if (!(await send(written))) setText((since) => (since ? `${written} ${since}` : written))
    field.current?.focus()
  }
  const label = t('live.group.write')
  return (
    <section
      aria-label={t('live.group.chat')}
      className={clsx('flex min-h-0 flex-col', over && 'over-video', className)}
    >
      <Log label={t('live.group.chat')} className={logClass(over)}>
        <ul className="mt-auto">
          <li className="pb-2 text-center text-sm text-ink-3">
            {me?._id === performer._id
              ? t('live.group.chatOnlyYou')
              : t('live.group.chatOnly', { name: performer.name })}
          </li>
          {(messages ?? []).map(({ _id, sender, text: said }) => (
            <li key={_id} data-line className="flex items-start gap-2.5 py-1">
              <Avatar src={sender.avatar} size={24} className="mt-0.5" />
              <p dir="auto" className="min-w-0 flex-1 text-md leading-5.5 wrap-anywhere">
                <b className={clsx('me-1.5', sender._id === performer._id ? 'text-primary-text' : 'text-ink-2')}>
                  {sender._id === me?._id ? t('live.you') : sender.name}
                </b>
                {said}
              </p>
            </li>
          ))}
        </ul>
      </Log>
      <NewLines
        lines={
          messages &&
          messages
            .slice(-saidMax)
            .filter(({ sender }) => sender._id !== me?._id)
            .map(({ _id, sender, text: said }) => ({ order: _id, text: `${sender.name}: ${said}` }))
        }
      />
      <div className={clsx('border-line px-3 pt-2 pb-3', over ? 'md:border-t' : 'border-t')}>
        {problem ? (
          <p role="alert" className="px-2 pb-1.5 text-sm text-danger-text">
            {problemText(problem)}
          </p>
        ) : null}
        <div className="flex items-center gap-2">
          <form onSubmit={(event) => void submit(event)} className="flex min-w-0 flex-1 items-center gap-2">
            <input
              ref={field}
              data-message-field
              value={text}
              maxLength={groupMessageLengthMax}
              dir="auto"
              autoComplete="off"
              enterKeyHint="send"
              aria-label={label}
              placeholder={label}
              onChange={(event) => setText(event.currentTarget.value)}
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
          {beside}
        </div>
      </div>
    </section>
  )
}
