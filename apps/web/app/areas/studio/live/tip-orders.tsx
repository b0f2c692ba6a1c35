import { tipOrderDaysMax } from '@fanlight/contract/limits'
import type { TipOrder } from '@fanlight/contract/tip-menu'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useSocketMessage, useSocketRefetch } from '../../../api/socket.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Price } from '../../../parts/money/price.tsx'
import { Moment } from '../../../parts/time/moment.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/** What fans asked for and isn't done yet, also from streams before. Nothing where there is nothing. */
export function TipOrders({ className }: { className?: string }) {
  const t = useT()
  const { number } = useFormats()
  const [orders, setOrders] = useState<{ shown: readonly TipOrder[]; total: number }>({ shown: [], total: 0 })
  const [declining, setDeclining] = useState<TipOrder | null>(null)
  const read = useCallback(() => {
    call('GET /streaming/orders', { query: { status: 'open', sort: 'asc', pageSize: 50 } }).then(
      ({ data, total }) => setOrders({ shown: data, total }),
      () => {},
    )
  }, [])
  useEffect(read, [read])
  useSocketRefetch(read)
  useSocketMessage(
    'tip/received',
    useCallback(
      ({ message }) => {
        if (message.tip?.isOrder) read()
      },
      [read],
    ),
  )
  useSocketMessage('tip-order/updated', read)
  if (orders.total === 0 && !declining) return null
  return (
    <section aria-labelledby="tip-orders" className={className}>
      <h3 id="tip-orders" className="text-md font-semibold">
        {t('liveStudio.activity.toDo', { number: number(orders.total) })}
      </h3>
      <ul aria-live="polite" aria-relevant="additions" className="divide-y divide-line">
        {orders.shown.map((order) => (
          <Order key={order._id} order={order} onDecided={read} onDecline={() => setDeclining(order)} />
        ))}
      </ul>
      <p className="mt-1 text-xs text-ink-3">{t('liveStudio.activity.days', { days: number(tipOrderDaysMax) })}</p>
      {declining ? <Declining order={declining} onDeclined={read} onClose={() => setDeclining(null)} /> : null}
    </section>
  )
}

function Order({ order, onDecided, onDecline }: { order: TipOrder; onDecided: () => void; onDecline: () => void }) {
  const t = useT()
  const { send, working } = useMutation({ toasts: true })
  const { _id: id, user, title, tokens, createdAt } = order
  const finish = async () => {
    if (await send('PUT /streaming/orders/:id', { params: { id }, body: { status: 'done' } })) onDecided()
  }
  return (
    <li className="flex items-start gap-2.5 py-2.5">
      <Avatar src={user.avatar} size={34} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {t.rich('liveStudio.activity.asked', { name: () => <bdi className="font-semibold">{user.name}</bdi> })}
        </p>
        <p className="text-xs text-ink-3">
          <Moment at={createdAt} />
        </p>
        <p
          dir="auto"
          className="mt-1.5 rounded-md bg-token-soft px-3 py-1.5 text-sm wrap-anywhere text-match text-token-soft-ink"
        >
          {title}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="primary"
            disabled={working}
            aria-label={t('liveStudio.activity.doneOf', { title, name: user.name })}
            onClick={() => void finish()}
          >
            {t('liveStudio.activity.done')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={working}
            aria-label={t('liveStudio.activity.declineOf', { title, name: user.name })}
            onClick={onDecline}
          >
            {t('liveStudio.activity.decline')}
          </Button>
        </div>
      </div>
      <Price tokens={tokens} bare />
    </li>
  )
}

interface DecliningProps {
  order: TipOrder
  onDeclined: () => void
  onClose: () => void
}
function Declining({ order: { _id: id, title, tokens, user }, onDeclined, onClose }: DecliningProps) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  return (
    <ConfirmDialog
      title={t('liveStudio.activity.declineTitle', { title })}
      action={t('liveStudio.activity.decline')}
      busy={t('liveStudio.activity.declining')}
      onClose={onClose}
      onConfirm={async () => {
        await sendOrThrow('PUT /streaming/orders/:id', { params: { id }, body: { status: 'declined' } })
        onDeclined()
      }}
    >
      {t('liveStudio.activity.declineText', { name: user.name, tokens: t.tokens(tokens) })}
    </ConfirmDialog>
  )
}
