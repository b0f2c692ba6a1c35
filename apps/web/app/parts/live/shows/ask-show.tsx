import { heldMinutes, requestSecondsMax } from '@fanlight/contract/limits'
import { useLocation } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useBalance } from '../../money/balance.ts'
import { ConfirmSheet } from '../../money/confirm-sheet.tsx'
import { PayMissing, SafeAfter } from '../../money/checkout/pay-missing.tsx'
import { useCheckout } from '../../money/checkout/use-checkout.ts'
import { usePayLabel } from '../../money/checkout/you-pay.tsx'
import { leftTokens } from '../../money/missing-tokens.ts'
import { Price } from '../../money/price.tsx'
import { clock } from '../../posts/duration.ts'
import { privateShowOf } from './show-names.ts'
import type { Show } from './use-shows.ts'

interface AskShowProps {
  performer: { _id: string; name: string }
  pricePerMinute: number
  /** So many are paid where the fan ends it before. */
  minutesMin: number
  onAsked: (show: Show) => void
  onClose: () => void
}
/** What a private show costs, what is held when the creator accepts, and how long the wallet lasts. */
export function AskShow({ performer: { _id, name }, pricePerMinute, minutesMin, onAsked, onClose }: AskShowProps) {
  const t = useT()
  const { tokens: number, seconds } = useFormats()
  const balance = useBalance()
  const { pathname, search } = useLocation()
  const minutes = Math.max(heldMinutes, minutesMin)
  const hold = pricePerMinute * minutes
  const checkout = useCheckout({ what: privateShowOf(_id), path: pathname + search, price: hold, terms: undefined })
  const { missing } = checkout
  const action = usePayLabel(checkout, 'ask', t('live.show.askFor', { name, tokens: number(hold) }))
  const lasts = Math.floor((balance * 60) / pricePerMinute)
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => open || onClose()}
      title={t('live.show.askTitle')}
      once={t('live.show.rules', { name, time: seconds(requestSecondsMax) })}
      get={{
        title: t('live.show.perMinute', { tokens: number(pricePerMinute) }),
        detail: t('live.show.onlyYou', { name }),
      }}
      lines={[
        { label: t('live.show.balance'), amount: <Price tokens={balance} /> },
        { label: t('live.show.held', { time: seconds(minutes * 60) }), amount: <Price tokens={-hold} /> },
      ]}
      total={<Price tokens={missing > 0 ? missing : leftTokens(hold, balance)} />}
      totalLabel={t(missing > 0 ? 'live.show.missing' : 'live.show.afterHold')}
      action={action}
      steps={[t('post.step.check'), ...(missing > 0 ? [t('checkout.step.bank')] : []), t('live.show.asking')]}
      safe={<SafeAfter checkout={checkout}>{t('live.show.nothingHeld')}</SafeAfter>}
      isReady={checkout.isReady && !checkout.isWaiting}
      before={checkout.problem}
      goesOn={checkout.goesOn}
      request={{ body: { performerId: _id, expectedPrice: pricePerMinute, expectedMinutesMin: minutesMin } }}
      onConfirm={async (request, change, step) => {
        await checkout.addMissing()
        if (missing > 0) step(2)
        const { data } = await change('POST /streaming/private-requests', request)
        checkout.end()
        onAsked(data)
      }}
    >
      {minutesMin > 0 ? (
        <p className="num mt-4 rounded-md bg-surface-2 px-4 py-3 text-sm">
          {t('live.show.minimum', { time: seconds(minutesMin * 60), tokens: t.tokens(pricePerMinute * minutesMin) })}
        </p>
      ) : null}
      <div className="mt-4 rounded-md bg-surface-2 px-4 py-3">
        <p className="flex justify-between gap-3 text-sm">
          <span className="text-ink-2">{t('live.show.lasts')}</span>
          <bdi dir="ltr" className="num font-semibold">
            {clock(lasts * 1_000)}
          </bdi>
        </p>
        <p className="mt-2 text-sm text-ink-3">
          {missing > 0 ? t('live.show.tooLittle', { missing: number(missing) }) : t('live.show.secondsOnly')}
        </p>
      </div>
      <PayMissing checkout={checkout} price={hold} />
    </ConfirmSheet>
  )
}
