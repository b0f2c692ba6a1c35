import { useCallback, useRef } from 'react'
import { asProblem } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { type Join, useWatching } from '../../../parts/live/watch.ts'
import { Button } from '../../../ui/button.tsx'

/** The video of a room, watched by a member of staff whom nobody sees there. */
export function WatchRoom({ id, reason }: { id: string; reason: string }) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  const ask = useRef(sendOrThrow)
  const join = useCallback<Join>(
    async (room) => {
      try {
        const reply = await ask.current('POST /admin/live/:id/watch', {
          params: { id: room },
          body: reason ? { reason } : {},
        })
        return reply?.data ?? null
      } catch (error) {
        if (asProblem(error).code === 'STREAM_ENDED') return 'over'
        throw error
      }
    },
    [reason],
  )
  const { video, watching, play } = useWatching(id, true, join)
  const isPlaying = watching === 'playing'
  return (
    <div className="relative aspect-video bg-black text-white">
      <video ref={video} playsInline muted className="size-full object-contain" />
      {isPlaying ? null : (
        <div role="status" className="absolute inset-0 grid place-items-center p-3 text-center text-sm">
          {watching === 'blocked' ? (
            <Button variant="media" onClick={play}>
              {t('wall.play')}
            </Button>
          ) : (
            t(watching === 'unplayable' || watching === 'refused' ? 'wall.cannotPlay' : 'wall.connecting')
          )}
        </div>
      )}
    </div>
  )
}
