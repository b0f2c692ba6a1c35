import { Trash2, Undo2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useSocketMessage, useSocketRefetch } from '../../../api/socket.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Price } from '../../../parts/money/price.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { mayPublish } from '../editor/creator.ts'
import { NotVerified } from '../pieces/not-verified.tsx'
import { BroadcastForm } from './broadcast-form.tsx'

export const handle = { messages: ['studio', 'messages', 'broadcast', 'post'] }
export const clientMiddleware = [withMessages('studio', 'messages', 'broadcast', 'post')]

type Broadcast = Reply<'GET /performer/broadcasts'>['data'][number]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { current, pageSize } = tableQuery(new URL(request.url))
  const api = apiOf(context)
  const [me, past, lists, plans] = await Promise.all([
    api.call('GET /performers/me'),
    api.call('GET /performer/broadcasts', { query: { current, pageSize } }),
    api.call('GET /performer/fan-lists', { query: { pageSize: 100 } }),
    api.call('GET /performer/plans', { query: { pageSize: 100 } }),
  ])
  return {
    mayWrite: mayPublish(me.data.verificationStatus),
    past,
    lists: lists.data.map(({ _id, name }) => ({ _id, name })),
    plans: plans.data.map(({ _id, name, type, months, active }) => ({ _id, name, type, months, active })),
  }
}

/** Writes one message to many fans, and shows what became of earlier ones. */
export default function Broadcasts() {
  const t = useT()
  const { past, lists, plans, mayWrite } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const known = useProgress(past.data, revalidate)
  return (
    <>
      <PageTitle>{t('broadcast.title')}</PageTitle>
      <PageHead title={t('broadcast.title')} detail={t('broadcast.detail')} back="/messages" />
      {mayWrite ? (
        <BroadcastForm lists={lists} plans={plans} onSent={() => void revalidate()} />
      ) : (
        <NotVerified className="rounded-lg">{t('broadcast.notApproved')}</NotVerified>
      )}
      <Past past={known} onChanged={() => void revalidate()} />
      <Pagination total={past.total} />
    </>
  )
}

type Progress = Pick<Broadcast, 'status' | 'recipients' | 'sent'>
/** The list with how far each is by now. What else changes with the status is loaded again, and then counts alone. */
function useProgress(past: readonly Broadcast[], revalidate: () => Promise<void>): readonly Broadcast[] {
  const [progress, setProgress] = useState<{ of: unknown; known: ReadonlyMap<string, Progress> } | null>(null)
  const latest = useRef(past)
  latest.current = past
  useSocketMessage(
    'broadcast/changed',
    useCallback(
      ({ broadcastId, status, recipients, sent }) => {
        const of = latest.current
        setProgress((now) => ({
          of,
          known: new Map(now?.of === of ? now.known : []).set(broadcastId, { status, recipients, sent }),
        }))
        if (of.find(({ _id }) => _id === broadcastId)?.status !== status) void revalidate()
      },
      [revalidate],
    ),
  )
  useSocketRefetch(useCallback(() => void revalidate(), [revalidate]))
  if (progress?.of !== past) return past
  return past.map((broadcast) => ({ ...broadcast, ...progress.known.get(broadcast._id) }))
}

function Past({ past, onChanged }: { past: readonly Broadcast[]; onChanged: () => void }) {
  const t = useT()
  const { number, percent } = useFormats()
  const { sendOrThrow } = useMutation()
  const [ending, setEnding] = useState<Broadcast | null>(null)
  const isScheduled = ending?.status === 'scheduled'
  return (
    <section aria-label={t('broadcast.past')} className="mt-6">
      <h2 className="mb-3">{t('broadcast.past')}</h2>
      {past.length === 0 ? (
        <EmptyState title={t('broadcast.empty')}>{t('broadcast.emptyHint')}</EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-lg bg-surface px-4 ring-1 ring-line md:px-5">
          {past.map((broadcast) => (
            <li key={broadcast._id} className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3.5">
              <div className="min-w-0 flex-1 basis-60">
                <p dir="auto" className="line-clamp-2 font-semibold text-match wrap-anywhere">
                  {broadcast.text || t('broadcast.files', { count: broadcast.fileIds.length })}
                </p>
                <p className="mt-0.5 flex flex-wrap items-center gap-2 text-xs text-ink-3">
                  <Badge
                    tone={broadcast.status === 'sent' ? 'leaf' : broadcast.status === 'scheduled' ? 'sky' : 'quiet'}
                  >
                    {t(`broadcast.status.${broadcast.status}`)}
                  </Badge>
                  <LocalTime at={broadcast.publishAt} />
                  {broadcast.price === null ? null : <Price tokens={broadcast.price} />}
                </p>
                {broadcast.status === 'sending' ? (
                  <div className="mt-2 max-w-64">
                    <ProgressBar
                      share={broadcast.recipients > 0 ? broadcast.sent / broadcast.recipients : 0}
                      label={t('broadcast.status.sending')}
                    />
                  </div>
                ) : null}
              </div>
              {broadcast.status === 'scheduled' || broadcast.status === 'cancelled' ? null : (
                <dl className="num flex flex-wrap gap-x-5 gap-y-1 text-sm">
                  <Figure
                    name={t('broadcast.sentTo')}
                    value={`${number(broadcast.sent)} / ${number(broadcast.recipients)}`}
                  />
                  <Figure
                    name={t('broadcast.opened')}
                    value={`${number(broadcast.opened)}${broadcast.sent > 0 ? ` (${percent(broadcast.opened / broadcast.sent)})` : ''}`}
                  />
                  {broadcast.price === null ? null : (
                    <>
                      <Figure name={t('broadcast.bought')} value={number(broadcast.bought)} />
                      <div>
                        <dt className="text-xs text-ink-3">{t('broadcast.revenue')}</dt>
                        <dd>
                          <Price tokens={broadcast.revenue} />
                        </dd>
                      </div>
                    </>
                  )}
                </dl>
              )}
              {broadcast.status === 'scheduled' || broadcast.canUnsend ? (
                <Button size="sm" variant="outline" onClick={() => setEnding(broadcast)}>
                  {broadcast.status === 'scheduled' ? (
                    <Trash2 aria-hidden="true" />
                  ) : (
                    <Undo2 className="rtl:-scale-x-100" aria-hidden="true" />
                  )}
                  {t(broadcast.status === 'scheduled' ? 'broadcast.cancel' : 'broadcast.unsend')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {ending ? (
        <ConfirmDialog
          title={t(isScheduled ? 'broadcast.cancelTitle' : 'broadcast.unsendTitle')}
          action={t(isScheduled ? 'broadcast.cancel' : 'broadcast.unsend')}
          busy={t('ui.saving')}
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            const params = { id: ending._id }
            if (isScheduled) await sendOrThrow('DELETE /performer/broadcasts/:id', { params })
            else await sendOrThrow('POST /performer/broadcasts/:id/unsend', { params })
            onChanged()
          }}
        >
          {t(isScheduled ? 'broadcast.cancelText' : 'broadcast.unsendText')}
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-xs text-ink-3">{name}</dt>
    <dd className="font-semibold">{value}</dd>
  </div>
)
