import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { ColumnPage } from '../../../layouts/column-page.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { usePaymentReturn } from '../../../parts/money/card-return.ts'
import { takeWanted } from '../../../parts/money/wanted-page.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useSubscriptionNews } from '../../../parts/money/subscription-updates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { Segmented } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'

export const handle = { messages: ['wallet'] }
export const clientMiddleware = [withMessages('wallet')]
type Subscription = Reply<'GET /subscriptions/user/search'>['data'][number]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const api = apiOf(context)
  const { current, pageSize, sort } = tableQuery(url)
  const ended = url.searchParams.get('view') === 'ended'
  const list = await api.call('GET /subscriptions/user/search', {
    query: { current, pageSize, sort, active: ended ? 'false' : 'true' },
  })
  return { list, ended }
}

export default function Subscriptions() {
  const t = useT()
  const { list, ended } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  useSubscriptionNews()
  usePaymentReturn((payment) => {
    const wanted = takeWanted()
    if (payment.status === 'succeeded' && wanted) {
      toast.say(t('wallet.subs.in'))
      void navigate(wanted, { replace: true })
      return
    }
    if (payment.status !== 'succeeded') toast.error('wallet.confirm.failed')
    void revalidate()
  })
  return (
    <ColumnPage>
      <PageTitle>{t('wallet.subs.title')}</PageTitle>
      <PageHead title={t('wallet.subs.title')} detail={t('wallet.subs.detail')} back="/user/wallet" />
      <Segmented
        label={t('wallet.subs.filter')}
        tabs={[{ label: t('wallet.subs.active') }, { label: t('wallet.subs.ended'), value: 'ended' }]}
      />
      {list.data.length === 0 ? (
        <EmptyState
          title={ended ? t('wallet.subs.emptyEnded') : t('wallet.subs.empty')}
          action={
            ended ? null : (
              <ButtonLink variant="primary" to="/explore">
                {t('wallet.subs.explore')}
              </ButtonLink>
            )
          }
        >
          {ended ? t('wallet.subs.emptyEndedHint') : t('wallet.subs.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="mt-4 flex flex-col gap-3">
          {list.data.map((item) => (
            <Row key={item._id} subscription={item} />
          ))}
        </ul>
      )}
      <Pagination total={list.total} />
    </ColumnPage>
  )
}

const tones: Record<string, Tone> = { active: 'leaf', trialing: 'sky', past_due: 'ember', incomplete: 'lamp' }

function Row({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const { money, date } = useFormats()
  const [stopping, setStopping] = useState(false)
  const { performer, status, cancelAtPeriodEnd } = subscription
  const live = status === 'active' || status === 'trialing' || status === 'past_due'
  // Who hides from this fan has a name and no page.
  const home = performer?.username ? `/${performer.username}` : null
  const kind = t.maybe(`wallet.subs.type.${subscription.type}`, { count: subscription.months }) ?? subscription.type
  const until = subscription.accessUntil ?? subscription.currentPeriodEnd
  const price = money(subscription.price, subscription.currency)
  const when =
    status === 'past_due' && subscription.nextRetryAt && until
      ? t('wallet.subs.retry', { date: date(subscription.nextRetryAt), until: date(until) })
      : !live
        ? until
          ? t('wallet.subs.endedOn', { date: date(until) })
          : ''
        : cancelAtPeriodEnd || subscription.type === 'free' || subscription.type === 'gift'
          ? until
            ? t('wallet.subs.until', { date: date(until) })
            : ''
          : subscription.currentPeriodEnd
            ? t('wallet.subs.renews', { price, date: date(subscription.currentPeriodEnd) })
            : ''
  return (
    <li className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div className="flex flex-wrap items-start gap-3.5">
        {home ? (
          <Link to={home} tabIndex={-1} aria-hidden="true">
            <Avatar src={performer?.avatar ?? null} size={48} />
          </Link>
        ) : (
          <Avatar src={performer?.avatar ?? null} size={48} />
        )}
        <div className="min-w-0 flex-1 max-sm:basis-3/5">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {home ? (
              <Link to={home} dir="auto" className="min-w-0 truncate font-bold">
                {performer?.name ?? '–'}
              </Link>
            ) : (
              <bdi className="min-w-0 truncate font-bold">{performer?.name ?? '–'}</bdi>
            )}
            <Badge tone={cancelAtPeriodEnd && live ? 'lamp' : (tones[status] ?? 'quiet')}>
              {cancelAtPeriodEnd && live ? t('wallet.subs.status.stopping') : t(`wallet.subs.status.${status}`)}
            </Badge>
          </div>
          <p className="num mt-0.5 text-sm text-ink-2">
            {kind}
            {subscription.price > 0 ? ` · ${price}` : ''} ·{' '}
            {t('wallet.subs.since', { date: date(subscription.startedAt) })}
          </p>
          <p className={status === 'past_due' ? 'num mt-1 text-sm text-danger-text' : 'num mt-1 text-sm'}>{when}</p>
        </div>
        {live && !cancelAtPeriodEnd ? (
          <Button
            variant="ghost"
            size="sm"
            className="max-sm:w-full max-sm:bg-surface-2"
            onClick={() => setStopping(true)}
          >
            {t('wallet.subs.cancel')}
          </Button>
        ) : !live && home ? (
          <ButtonLink variant="outline" size="sm" className="max-sm:w-full" to={`${home}#subscribe`}>
            {t('wallet.subs.again')}
          </ButtonLink>
        ) : null}
      </div>
      {stopping ? (
        <Stop subscription={subscription} kind={kind} until={until} onClose={() => setStopping(false)} />
      ) : null}
    </li>
  )
}

/** Says what stays before it says goodbye. The safe button is the first one. */
function Stop({
  subscription,
  kind,
  until,
  onClose,
}: {
  subscription: Subscription
  kind: string
  until: string | null
  onClose: () => void
}) {
  const t = useT()
  const { date } = useFormats()
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  const stop = async () => {
    const gateway =
      subscription.paymentGateway === 'test' || subscription.paymentGateway === 'stripe'
        ? subscription.paymentGateway
        : 'wallet'
    const stopped = await sendOrThrow('POST /payment/:gateway/cancel-subscription/:id', {
      params: { gateway, id: subscription._id },
    })
    if (!stopped) return
    const { data } = stopped
    toast.say(t('wallet.subs.cancelled', { date: date(data.accessUntil ?? data.currentPeriodEnd ?? new Date()) }))
    await revalidate()
  }
  return (
    <ConfirmDialog
      title={t('wallet.subs.cancelTitle')}
      keep={t('wallet.subs.keep')}
      action={t('wallet.subs.stop')}
      busy={t('wallet.subs.cancelling')}
      variant="ghost"
      onConfirm={stop}
      onClose={onClose}
    >
      {until ? t('wallet.subs.cancelText', { plan: kind, date: date(until) }) : ''}
    </ConfirmDialog>
  )
}
