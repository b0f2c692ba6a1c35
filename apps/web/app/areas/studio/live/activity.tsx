import { Gem } from 'lucide-react'
import { useCallback, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useSocketMessage } from '../../../api/socket.ts'
import { useT } from '../../../i18n/context.tsx'
import type { PublicMessage } from '../../../parts/live/chat-state.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Price } from '../../../parts/money/price.tsx'
import { Moment } from '../../../parts/time/moment.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Broadcast } from './broadcast.ts'
import { TipOrders } from './tip-orders.tsx'

type Entry =
  | { kind: 'tip'; id: string; at: string; message: PublicMessage }
  | { kind: 'subscriber'; id: string; at: string; name: string; avatar: string | null }
const entriesMax = 50

interface ActivityProps {
  broadcast: Broadcast
  creatorId: string
  seen: readonly PublicMessage[]
}

/** What happened since the stream began: tips with their notes, and new subscribers. The chat beside it joins the room that tips are sent to. */
export function Activity({ broadcast, creatorId, seen }: ActivityProps) {
  const t = useT()
  const entries = useEntries(broadcast, creatorId, seen)
  return (
    <section aria-labelledby="live-activity" className="rounded-lg bg-surface p-4 ring-1 ring-line">
      <h2 id="live-activity" className="text-lg">
        {t('liveStudio.activity.heading')}
      </h2>
      <TipOrders className="mt-3 border-b border-line pb-3" />
      {entries.length === 0 ? (
        <p className="mt-1.5 text-sm text-ink-3">{t('liveStudio.activity.empty')}</p>
      ) : (
        <ul aria-live="polite" aria-relevant="additions" className="mt-1 divide-y divide-line">
          {entries.map((entry) => (
            <li key={entry.id} className="flex items-start gap-2.5 py-2.5">
              {entry.kind === 'tip' ? <Tip message={entry.message} /> : <Subscriber entry={entry} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Tip({ message: { sender, text, tip, createdAt } }: { message: PublicMessage }) {
  const t = useT()
  return (
    <>
      <Avatar src={sender.avatar} size={34} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {t.rich('liveStudio.activity.tipped', { name: () => <bdi className="font-semibold">{sender.name}</bdi> })}
        </p>
        <p className="text-xs text-ink-3">
          <Moment at={createdAt} />
        </p>
        {text ? (
          <p
            dir="auto"
            className="mt-1.5 rounded-md bg-token-soft px-3 py-1.5 text-sm wrap-anywhere text-match text-token-soft-ink"
          >
            {text}
          </p>
        ) : null}
      </div>
      <Price tokens={tip?.tokens ?? 0} bare />
    </>
  )
}

function Subscriber({ entry: { name, at } }: { entry: Extract<Entry, { kind: 'subscriber' }> }) {
  const t = useT()
  return (
    <>
      <span className="grid size-[34px] shrink-0 place-items-center rounded-full bg-plan-soft text-plan-soft-ink">
        <Gem className="icon size-[17px]!" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {t.rich('liveStudio.activity.subscribed', { name: () => <bdi className="font-semibold">{name}</bdi> })}
        </p>
        <p className="text-xs text-ink-3">
          <Moment at={at} />
        </p>
      </div>
    </>
  )
}

function useEntries(broadcast: Broadcast, creatorId: string, seen: readonly PublicMessage[]): readonly Entry[] {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const { stream } = useStore(broadcast)
  const add = useCallback(
    (entry: Entry) =>
      setEntries((before) => [entry, ...before.filter(({ id }) => id !== entry.id)].slice(0, entriesMax)),
    [],
  )
  useSocketMessage(
    'tip/received',
    useCallback(
      ({ conversationId, message }) => {
        if (conversationId !== creatorId) return
        add({ kind: 'tip', id: message._id, at: message.createdAt, message })
        // What was tipped in all is said by the stream.
        void broadcast.refresh().catch(() => {})
      },
      [add, broadcast, creatorId],
    ),
  )
  useSocketMessage(
    'subscription/updated',
    useCallback(
      ({ subscriptionId, userId, performerId, change }) => {
        if (change !== 'started' || performerId !== creatorId) return
        const at = new Date().toISOString()
        void nameOf(userId).then((person) => person && add({ kind: 'subscriber', id: subscriptionId, at, ...person }))
      },
      [add, creatorId],
    ),
  )
  const before = stream?.startedAt
    ? seen.flatMap((message): Entry[] =>
        message.tip && message.createdAt >= (stream.startedAt ?? '')
          ? [{ kind: 'tip', id: message._id, at: message.createdAt, message }]
          : [],
      )
    : []
  const known = new Set(entries.map(({ id }) => id))
  return [...entries, ...before.filter(({ id }) => !known.has(id))].slice(0, entriesMax)
}

/** The message says who by their id alone. */
async function nameOf(userId: string): Promise<{ name: string; avatar: string | null } | null> {
  const { data } = await call('GET /subscriptions/performer/search', { query: { sortBy: 'createdAt', pageSize: 20 } })
  const found = data.find(({ user }) => user?._id === userId)?.user
  return found ? { name: found.name, avatar: found.avatar } : null
}
