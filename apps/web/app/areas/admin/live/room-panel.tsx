import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import type { LiveRoom } from './live.tsx'
import { RoomChat } from './room-chat.tsx'
import { Still, useStillAddress } from './still.tsx'
import { StopForm } from './stop-form.tsx'
import { WatchRoom } from './watch-room.tsx'

const shownMax = 60

/** One room: what it shows and showed, what is written in it, and the ways to watch it and to end it. */
export function RoomPanel({ room, onClose }: { room: LiveRoom; onClose: () => void }) {
  const t = useT()
  const [watched, setWatched] = useState<{ reason: string } | null>(null)
  const isPrivate = room.type === 'private' || room.type === 'group'
  return (
    <Sheet open onOpenChange={(next) => (next ? undefined : onClose())} title={room.performer.name}>
      <div className="grid gap-5 pb-5">
        <div className="overflow-hidden rounded-md bg-surface-3">
          {watched ? (
            <WatchRoom id={room._id} reason={watched.reason} />
          ) : (
            <div className="aspect-video">
              <Still room={room} />
            </div>
          )}
        </div>
        <p className="flex flex-wrap justify-between gap-2 text-sm">
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {room.type === 'private' ? t('wall.withFan') : room.type === 'group' ? t('wall.withFans') : room.title}
          </span>
          <Link to={`/admin/users/${room.performer._id}`} className="text-primary-text underline">
            {t('wall.person')}
          </Link>
        </p>
        {watched ? null : <WatchForm isPrivate={isPrivate} onWatch={(reason) => setWatched({ reason })} />}
        <StopForm room={room} onStopped={onClose} />
        {isPrivate ? null : <Stills id={room._id} newest={room.still?._id} />}
        {isPrivate ? null : <RoomChat id={room.performer._id} />}
      </div>
    </Sheet>
  )
}

function WatchForm({ isPrivate, onWatch }: { isPrivate: boolean; onWatch: (reason: string) => void }) {
  const t = useT()
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onWatch(String(new FormData(event.currentTarget).get('reason') ?? '').trim())
      }}
    >
      <p className="text-xs text-ink-2">{t(isPrivate ? 'wall.watchPrivateText' : 'wall.watchText')}</p>
      {isPrivate ? (
        <Field label={t('people.why')} name="reason" hint={t('people.whyHint')} required>
          <Textarea minLength={3} maxLength={500} rows={2} dir="auto" />
        </Field>
      ) : null}
      <Button type="submit" variant="outline">
        {t(isPrivate ? 'wall.watchPrivate' : 'wall.watch')}
      </Button>
    </form>
  )
}

type OldStill = Reply<'GET /admin/live/:id/stills'>['data'][number]
/** The pictures of the last 24 hours, the newest first. */
function Stills({ id, newest }: { id: string; newest: string | undefined }) {
  const t = useT()
  const { time } = useFormats()
  const address = useStillAddress()
  const [stills, setStills] = useState<readonly OldStill[]>([])
  useEffect(() => {
    const gone = new AbortController()
    call('GET /admin/live/:id/stills', { params: { id }, query: { pageSize: shownMax }, signal: gone.signal })
      .then(({ data }) => setStills(data))
      .catch(() => {})
    return () => gone.abort()
  }, [id, newest])
  return (
    <section>
      <h3 className="text-md">{t('wall.pictures')}</h3>
      {stills.length === 0 ? (
        <p className="mt-1 text-xs text-ink-3">{t('wall.noPicture')}</p>
      ) : (
        <ul className="mt-2 grid max-h-64 grid-cols-3 gap-1.5 overflow-y-auto">
          {stills.map(({ _id, at }) => (
            <li key={_id}>
              <img src={address(_id)} alt="" loading="lazy" className="aspect-video w-full rounded-xs object-cover" />
              <time dateTime={at} className="num block text-2xs text-ink-3">
                {time(at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
