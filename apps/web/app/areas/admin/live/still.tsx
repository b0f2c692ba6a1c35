import { usePageInfo, useT } from '../../../i18n/context.tsx'
import type { LiveRoom } from './live.tsx'

/** The newest picture of a room, or why there is none. */
export function Still({ room }: { room: LiveRoom }) {
  const t = useT()
  const address = useStillAddress()
  if (room.still)
    return (
      <img
        src={address(room.still._id)}
        alt={t('wall.stillOf', { name: room.performer.name })}
        className="size-full object-cover"
      />
    )
  return (
    <p className="grid size-full place-items-center p-3 text-center text-xs text-ink-2">
      {t(room.type === 'private' || room.type === 'group' ? 'wall.notSampled' : 'wall.noPicture')}
    </p>
  )
}

export function useStillAddress(): (id: string) => string {
  const { config } = usePageInfo()
  return (id) => `${config.apiUrl}/admin/live/stills/${id}`
}
