import { Clock3, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Log } from '../../ui/log.tsx'
import { PartialState } from '../../ui/states.tsx'
import { ChatLine } from '../live/chat-line.tsx'
import { clock } from '../posts/duration.ts'
import { useMe } from '../site/site.ts'
import { useReplayChat } from './use-replay-chat.ts'

/** Lines that are on the page at once. */
const shownMax = 100
const nobody = { moderate: false, manage: false }
const nothing = () => {}

/** The chat of a stream beside its replay: what had been said at the second that is shown. */
export function ReplayChat({ videoId, now, className }: { videoId: string; now: number; className?: string }) {
  const t = useT()
  const me = useMe()
  const [pausedAt, setPausedAt] = useState<number | null>(null)
  const { said, hasFailed, retry } = useReplayChat(videoId, pausedAt ?? now)
  const isPaused = pausedAt !== null
  return (
    <section aria-label={t('replay.chat')} className={className}>
      <h2 className="flex min-h-14 items-center border-b border-line px-4.5 text-lg">{t('replay.chat')}</h2>
      <div className="flex items-center gap-2.5 border-b border-line py-2.5 ps-4.5 pe-2.5">
        <RefreshCw className="icon size-4! text-ink-3" aria-hidden="true" />
        <p role="status" className="min-w-0 flex-1 text-sm text-ink-2">
          {t(isPaused ? 'replay.chatPaused' : 'replay.inSync')}
        </p>
        <Button size="sm" onClick={() => setPausedAt(isPaused ? null : now)}>
          {t(isPaused ? 'replay.resumeChat' : 'replay.pauseChat')}
        </Button>
      </div>
      {/* Its new lines are not said: one hears the video. */}
      <Log label={t('replay.chat')} className="flex min-h-0 flex-1 flex-col-reverse px-4.5 py-3">
        <div className="mt-auto">
          {hasFailed ? <PartialState onRetry={retry}>{t('replay.chatFailed')}</PartialState> : null}
          {said.length === 0 && !hasFailed ? (
            <p className="py-6 text-center text-sm text-ink-3">{t('replay.chatEmpty')}</p>
          ) : null}
          <ul>
            {said.slice(-shownMax).map((message) => (
              <ChatLine
                key={message._id}
                message={message}
                at={clock(message.at * 1000)}
                isMine={message.sender._id === me?._id}
                can={nobody}
                onDelete={nothing}
                onPin={nothing}
                onPerson={nothing}
              />
            ))}
          </ul>
          <p className="mt-2 flex items-center gap-3 text-sm font-semibold text-primary-text before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current">
            <bdi dir="ltr" className="num">
              {clock((pausedAt ?? now) * 1000)}
            </bdi>
          </p>
        </div>
      </Log>
      <p className="m-3 flex items-start gap-2.5 rounded-md bg-surface-2 px-3.5 py-3 text-sm text-ink-2">
        <Clock3 className="icon mt-0.5 size-4!" aria-hidden="true" />
        <span>
          {t('replay.chatFrom')}{' '}
          <a href="#comments" className="font-semibold text-primary-text underline">
            {t('replay.comment')}
          </a>
        </span>
      </p>
    </section>
  )
}
