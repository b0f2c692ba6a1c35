import { History } from 'lucide-react'
import type { Reply } from '../../api/client.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Badge } from '../../ui/badge.tsx'

/** Says that a video was a stream, when, and what comes with it. */
export function ReplayFacts({ replay }: { replay: Reply<'GET /streaming/replays/:id'>['data'] }) {
  const t = useT()
  const { date, list } = useFormats()
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge>
        <History aria-hidden="true" />
        {t('replay.title')}
      </Badge>
      <p className="text-sm text-ink-3">
        {list([
          t(replay.chapters ? 'replay.liveOn' : 'replay.of', { date: date(replay.startedAt) }),
          replay.chapters
            ? t('replay.watchedLive', { count: replay.peakViewers })
            : t('replay.chapterCount', { count: replay.chapterCount }),
          replay.chapters ? null : t('replay.chatIncluded'),
        ])}
      </p>
    </div>
  )
}
