import type { Recording } from '@fanlight/contract/replays'
import type { Stream } from '@fanlight/contract/streaming'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { isOpen, videoOf } from '../../../parts/posts/files.ts'
import { clock } from '../../../parts/posts/duration.ts'
import { Video } from '../../../parts/player/video.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ReplayDecision } from './replay-decision.tsx'
import { useRecording } from './use-recording.ts'

/** After the end of a stream: what becomes of its recording. */
export function StreamReplay({ stream }: { stream: Stream }) {
  const t = useT()
  const { recording, setRecording, isOver } = useRecording(stream._id)
  if (!recording)
    return isOver ? (
      stream.recording?.problem ? (
        <p className="mt-5 text-sm text-ink-2">{t(`replay.problem.${stream.recording.problem}`)}</p>
      ) : null
    ) : (
      <p role="status" className="mt-5 text-sm text-ink-3">
        {t('replay.saving')}
      </p>
    )
  return (
    <div className="mt-5 border-t border-line pt-5">
      <ReplayCard recording={recording} onChange={setRecording} />
    </div>
  )
}

/** Recordings of streams that ended before: in case somebody left without deciding. */
export function WaitingReplays({ recordings }: { recordings: readonly Recording[] }) {
  const t = useT()
  const waiting = recordings.filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return null
  return (
    <section aria-label={t('replay.waiting')} className="grid gap-5 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 className="text-lg">{t('replay.waiting')}</h2>
      {waiting.map((recording) => (
        <WaitingReplay key={recording._id} recording={recording} />
      ))}
    </section>
  )
}

function WaitingReplay({ recording: given }: { recording: Recording }) {
  const [recording, setRecording] = useState(given)
  return <ReplayCard recording={recording} onChange={setRecording} />
}

interface ReplayCardProps {
  recording: Recording
  onChange: (recording: Recording) => void
}
function ReplayCard({ recording, onChange }: ReplayCardProps) {
  const t = useT()
  const { bytes } = useFormats()
  const { status, file, title, duration, videoId } = recording
  const source = file && isOpen(file) ? videoOf(file) : null
  return (
    <section aria-label={t('replay.title')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 className="text-lg">
          {status === 'waiting'
            ? t('replay.size', { length: clock(duration * 1000), size: bytes(recording.bytes) })
            : t('replay.title')}
        </h3>
        {title ? (
          <p dir="auto" className="text-sm wrap-anywhere text-ink-2 text-match">
            {title}
          </p>
        ) : null}
      </div>
      {status === 'saving' ? (
        <p role="status" className="text-sm text-ink-2">
          {t('replay.saving')}
        </p>
      ) : null}
      {status === 'discarded' ? (
        <p role="status" className="text-sm text-ink-2">
          {t('replay.discarded')}
        </p>
      ) : null}
      {status === 'waiting' && source ? (
        <Video key={duration} video={source} title={title || t('replay.title')} />
      ) : null}
      {status === 'waiting' ? <ReplayDecision recording={recording} onChange={onChange} /> : null}
      {status === 'published' && videoId ? (
        <div role="status" className="grid gap-3">
          <p className="text-sm text-ink-2">{t('replay.published')}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={`/video/${videoId}`} variant="primary">
              {t('replay.watch')}
            </ButtonLink>
            <ButtonLink to={`/creator/videos/${videoId}`}>{t('replay.edit')}</ButtonLink>
          </div>
        </div>
      ) : null}
    </section>
  )
}
