import { groupWaitMinutesMax, heldMinutes } from '@fanlight/contract/limits'
import { useLocation } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useBalance } from '../../money/balance.ts'
import { ConfirmSheet } from '../../money/confirm-sheet.tsx'
import { PayMissing, SafeAfter } from '../../money/checkout/pay-missing.tsx'
import { useCheckout } from '../../money/checkout/use-checkout.ts'
import { usePayLabel } from '../../money/checkout/you-pay.tsx'
import { leftTokens } from '../../money/missing-tokens.ts'
import { Price } from '../../money/price.tsx'
import type { Stream } from '../stream.ts'
import { groupShowOf } from './show-names.ts'
import type { Show } from './use-shows.ts'

interface AskGroupProps {
  performer: { _id: string; name: string }
  offer: Stream['groupOffer']
  /** One runs: it is joined at once. */
  running: Stream['groupShow']
  onAsked: (show: Show) => void
  onClose: () => void
}
/** What a group show costs, when it begins, and what is held then. */
export function AskGroup({ performer: { _id, name }, offer, running, onAsked, onClose }: AskGroupProps) {
  const t = useT()
  const { tokens: number, number: count, seconds } = useFormats()
  const balance = useBalance()
  const { pathname, search } = useLocation()
  const price = running?.pricePerMinute ?? offer?.pricePerMinute ?? 0
  const hold = price * heldMinutes
  const checkout = useCheckout({ what: groupShowOf(_id), path: pathname + search, price: hold, terms: undefined })
  const { missing } = checkout
  const rules = running
    ? t('live.group.rulesNow', { tokens: t.tokens(hold) })
    : t('live.group.rules', {
        name,
        least: count(offer?.peopleMin ?? 0),
        time: seconds(groupWaitMinutesMax * 60),
      })
  const asked = t(running ? 'live.group.joinFor' : 'live.group.askFor', { tokens: number(hold) })
  const action = usePayLabel(checkout, 'ask', asked)
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => open || onClose()}
      title={t('live.group.askTitle')}
      once={rules}
      get={{
        title: t('live.show.perMinute', { tokens: number(price) }),
        detail: t('live.group.detail', { name, most: count(running?.peopleMax ?? offer?.peopleMax ?? 0) }),
      }}
      lines={[
        { label: t('live.show.balance'), amount: <Price tokens={balance} /> },
        { label: t('live.group.held', { time: seconds(heldMinutes * 60) }), amount: <Price tokens={-hold} /> },
      ]}
      total={<Price tokens={missing > 0 ? missing : leftTokens(hold, balance)} />}
      totalLabel={t(missing > 0 ? 'live.show.missing' : 'live.show.afterHold')}
      action={action}
      steps={[t('post.step.check'), ...(missing > 0 ? [t('checkout.step.bank')] : []), t('live.show.asking')]}
      safe={<SafeAfter checkout={checkout}>{t('live.show.nothingHeld')}</SafeAfter>}
      isReady={checkout.isReady && !checkout.isWaiting}
      before={checkout.problem}
      goesOn={checkout.goesOn}
      request={{ body: { performerId: _id, expectedPrice: price } }}
      onConfirm={async (request, change, step) => {
        await checkout.addMissing()
        if (missing > 0) step(2)
        const { data } = await change('POST /streaming/group-shows', request)
        checkout.end()
        onAsked(data)
      }}
    >
      <p className="mt-4 rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
        {missing > 0 ? t('live.show.tooLittle', { missing: number(missing) }) : t('live.show.secondsOnly')}
      </p>
      <PayMissing checkout={checkout} price={hold} />
    </ConfirmSheet>
  )
}
