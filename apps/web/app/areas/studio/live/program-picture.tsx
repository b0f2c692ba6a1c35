import type { Stream } from '@fanlight/contract/streaming'
import clsx from 'clsx'
import { useT } from '../../../i18n/context.tsx'
import { useWatching } from '../../../parts/live/watch.ts'
import { useStore } from '../../../parts/live/store.ts'
import type { Broadcast } from './broadcast.ts'
import type { ProgramInput } from './program-input.tsx'
import { ProgramState } from './program-state.tsx'

interface ProgramPictureProps {
  broadcast: Broadcast
  stream: Stream
  input: ProgramInput | null
  className: string
}

/** What fans see of the creator’s program, without its sound: the creator hears it already. */
export function ProgramPicture({ broadcast, stream, input, className }: ProgramPictureProps) {
  const t = useT()
  const { isPaused } = useStore(broadcast)
  const hasVideo = stream.status === 'live' && input?.reading !== null
  const { video, watching } = useWatching(stream._id, stream.status === 'live')
  return (
    <div className={clsx('relative overflow-hidden bg-[#140d10] text-white', className)}>
      <video
        ref={video}
        muted
        playsInline
        aria-label={t('liveStudio.obs.picture')}
        className={clsx('size-full object-contain', !(hasVideo && watching === 'playing') && 'opacity-0')}
      />
      {isPaused ? (
        <p className="absolute inset-0 grid place-content-center px-6 text-center text-sm">
          {t('liveStudio.trouble.breakText')}
        </p>
      ) : stream.status === 'away' ? (
        <div className="absolute inset-0 grid place-content-center px-6 text-ink">
          <ProgramState stream={stream} problem={input?.problem ?? null} />
        </div>
      ) : null}
    </div>
  )
}
