import type { StreamMarker } from '@fanlight/contract/stream-markers'
import { markerLabelLengthMax } from '@fanlight/contract/limits'
import type { Stream } from '@fanlight/contract/streaming'
import { BookmarkPlus, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { clock } from '../../../parts/posts/duration.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'

/** Sets markers while a stream is live: by the button, or the key M anywhere on the page where nothing is written. */
export function MarkersCard({ stream }: { stream: Stream }) {
  const t = useT()
  const isHydrated = useHydrated()
  const { markers, add, remove } = useMarkers(stream._id)
  const [label, setLabel] = useState('')
  const [last, setLast] = useState<StreamMarker | null>(null)
  const { send, working } = useMutation({ toasts: true })
  const isLive = stream.startedAt !== null && stream.status !== 'ended'
  const set = async (words: string) => {
    const reply = await send('POST /streaming/:id/markers', {
      params: { id: stream._id },
      body: { ...(words && { label: words }) },
    })
    if (!reply) return
    add(reply.data)
    setLast(reply.data)
    setLabel('')
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'm' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=dialog]'))
        return
      if (isLive && !working) void set('')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  return (
    <section aria-labelledby="live-markers" className="grid gap-3 rounded-lg bg-surface p-4 ring-1 ring-line">
      <div>
        <h2 id="live-markers" className="text-lg">
          {t('liveStudio.markers.heading')}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{t('liveStudio.markers.hint')}</p>
      </div>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void set(label.trim())
        }}
      >
        <Field label={t('liveStudio.markers.label')}>
          <Input
            dir="auto"
            autoComplete="off"
            maxLength={markerLabelLengthMax}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            size="sm"
            disabled={!isHydrated || !isLive}
            busy={working ? t('liveStudio.markers.setting') : undefined}
          >
            <BookmarkPlus aria-hidden="true" />
            {t('liveStudio.markers.set')}
          </Button>
          <p role="status" className="text-sm text-ink-3">
            {last ? t('liveStudio.markers.isSet', { time: clock(last.at * 1000) }) : t('liveStudio.markers.key')}
          </p>
        </div>
      </form>
      <MarkerList markers={markers} onRemoved={remove} />
    </section>
  )
}

/** What was marked in a stream that is over. */
export function MarkersOf({ streamId }: { streamId: string }) {
  const t = useT()
  const { markers, remove } = useMarkers(streamId)
  if (!markers || markers.length === 0) return null
  return (
    <section aria-labelledby="markers" className="mt-5 border-t border-line pt-5">
      <h3 id="markers" className="text-lg">
        {t('liveStudio.markers.heading')}
      </h3>
      <MarkerList markers={markers} onRemoved={remove} />
    </section>
  )
}

function useMarkers(streamId: string) {
  const [markers, setMarkers] = useState<readonly StreamMarker[] | null>(null)
  const read = useCallback(() => {
    call('GET /streaming/:id/markers', { params: { id: streamId } }).then(
      ({ data }) => setMarkers(data),
      () => {},
    )
  }, [streamId])
  useEffect(read, [read])
  return {
    markers,
    add: (marker: StreamMarker) => setMarkers((before) => [...(before ?? []), marker]),
    remove: (id: string) => setMarkers((before) => (before ?? []).filter(({ _id }) => _id !== id)),
  }
}

function MarkerList({
  markers,
  onRemoved,
}: {
  markers: readonly StreamMarker[] | null
  onRemoved: (id: string) => void
}) {
  const t = useT()
  const { send, working } = useMutation({ toasts: true })
  if (!markers || markers.length === 0) return null
  const remove = async (id: string) => {
    if (await send('DELETE /streaming/markers/:id', { params: { id } })) onRemoved(id)
  }
  return (
    <ul className="divide-y divide-line">
      {markers.map(({ _id, label, at }) => {
        const time = clock(at * 1000)
        return (
          <li key={_id} className="flex items-center gap-3 py-1 text-sm">
            <span dir="ltr" className="num shrink-0 font-semibold">
              {time}
            </span>
            <span dir="auto" className="min-w-0 flex-1 wrap-anywhere text-match">
              {label || <span className="text-ink-3">{t('liveStudio.markers.untitled')}</span>}
            </span>
            <IconButton
              size="sm"
              label={t('liveStudio.markers.remove', { time })}
              disabled={working}
              onClick={() => void remove(_id)}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}
