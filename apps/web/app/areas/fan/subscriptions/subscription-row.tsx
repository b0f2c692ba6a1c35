import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { needMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import { isLive, kindOf, type Asked, type Subscription, usePlanTitle } from './own-subscription.ts'
import { RowActions } from './row-actions.tsx'
import { useWhen } from './when.ts'

const PlanSheet = lazy(async () => {
  const [{ PlanSheet }] = await Promise.all([import('./plan-sheet.tsx'), needMessages('checkout')])
  return { default: PlanSheet }
})
const PaymentSheet = lazy(async () => ({ default: (await import('./payment-sheet.tsx')).PaymentSheet }))
const PauseDialog = lazy(async () => ({ default: (await import('./pause-dialog.tsx')).PauseDialog }))
const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog.tsx')).CancelDialog }))

const tones: Record<string, Tone> = {
  active: 'leaf',
  trialing: 'sky',
  paused: 'lamp',
  past_due: 'ember',
  incomplete: 'lamp',
}

/** A subscription with what happens next, and what its fan can decide about it. */
export function SubscriptionRow({ subscription, addedCard }: { subscription: Subscription; addedCard: string | null }) {
  const t = useT()
  const { money, date } = useFormats()
  const [search, setSearch] = useSearchParams()
  const opened = (['plan', 'payment'] as const).find((what) => search.get('open') === `${what}-${subscription._id}`)
  const [asked, setAsked] = useState<Asked | null>(opened ?? null)
  const { performer, status, cancelAtPeriodEnd, pauseMonths, nextPlan } = subscription
  const titleOf = usePlanTitle()
  const when = useWhen(subscription)
  // Who hides from this fan has a name and no page.
  const home = performer?.username ? `/${performer.username}` : null
  const isStopping = cancelAtPeriodEnd && isLive(subscription)
  const price = money(subscription.price, subscription.currency)
  const close = () => {
    setAsked(null)
    if (opened) setSearch((now) => (now.delete('open'), now), { replace: true, preventScrollReset: true })
  }
  const sheet = { subscription, preferred: addedCard, onClose: close }
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
            <Badge tone={isStopping || pauseMonths ? 'lamp' : (tones[status] ?? 'quiet')}>
              {isStopping
                ? t('wallet.subs.status.stopping')
                : pauseMonths
                  ? t('wallet.subs.status.pausing')
                  : t(`wallet.subs.status.${status}`)}
            </Badge>
          </div>
          <p className="num mt-0.5 text-sm text-ink-2">
            {kindOf(t, subscription)}
            {subscription.price > 0 ? `${dot}${price}` : ''}
            {dot}
            {t('wallet.subs.since', { date: date(subscription.startedAt) })}
          </p>
          <p className={status === 'past_due' ? 'num mt-1 text-sm text-danger-text' : 'num mt-1 text-sm'}>{when}</p>
          {nextPlan && subscription.currentPeriodEnd ? (
            <p className="num mt-1 text-sm text-ink-2">
              {t('wallet.subs.nextPlan', {
                plan: titleOf(nextPlan),
                price: money(nextPlan.price, subscription.currency),
                date: date(subscription.currentPeriodEnd),
              })}
            </p>
          ) : null}
        </div>
        <RowActions subscription={subscription} home={home} onAsk={setAsked} />
      </div>
      {asked ? (
        <Suspense>
          {asked === 'plan' ? <PlanSheet {...sheet} /> : null}
          {asked === 'payment' ? <PaymentSheet {...sheet} /> : null}
          {asked === 'pause' ? <PauseDialog subscription={subscription} onClose={close} /> : null}
          {asked === 'cancel' ? <CancelDialog subscription={subscription} onClose={close} /> : null}
        </Suspense>
      ) : null}
    </li>
  )
}
