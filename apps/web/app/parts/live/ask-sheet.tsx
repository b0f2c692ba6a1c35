import { useLocation } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { toast } from '../../ui/toast.tsx'
import { setBalance, useBalance } from '../money/balance.ts'
import { ConfirmSheet } from '../money/confirm-sheet.tsx'
import { PaidBefore, PayMissing, SafeAfter } from '../money/checkout/pay-missing.tsx'
import { useCheckout } from '../money/checkout/use-checkout.ts'
import { usePayLabel, YouPay } from '../money/checkout/you-pay.tsx'
import { leftTokens } from '../money/missing-tokens.ts'
import { Price } from '../money/price.tsx'
import { useMe } from '../site/site.ts'
import { askOf } from './ask.ts'
import type { Stream } from './stream.ts'

interface AskSheetProps {
  performer: { _id: string; name: string }
  item: Stream['menu'][number]
  onClose: () => void
}
/** Pays for something of the tip menu, as it is shown here. */
export function AskSheet({ performer, item: { _id, title, tokens }, onClose }: AskSheetProps) {
  const t = useT()
  const me = useMe()
  const balance = useBalance()
  const { pathname, search } = useLocation()
  const checkout = useCheckout({ what: askOf(performer), path: pathname + search, price: tokens, terms: undefined })
  const { missing } = checkout
  const action = usePayLabel(checkout, 'send', t('live.menu.action', { tokens: t.tokens(tokens) }))
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => open || onClose()}
      get={{ title: <bdi>{title}</bdi>, detail: t('live.menu.of', { name: performer.name }) }}
      lines={[]}
      total={<Price tokens={tokens} />}
      {...(missing === 0 ? { balanceAfter: leftTokens(tokens, balance) } : {})}
      {...(missing > 0 ? { foot: <YouPay checkout={checkout} price={tokens} /> } : {})}
      action={action}
      steps={[
        t('wallet.step.check'),
        missing > 0 ? t('wallet.step.bank') : t('wallet.step.pay'),
        t('post.step.thanks'),
      ]}
      safe={<SafeAfter checkout={checkout}>{t('post.unlock.safe')}</SafeAfter>}
      isReady={checkout.isReady && !checkout.isWaiting}
      before={checkout.problem}
      paid={<PaidBefore checkout={checkout} />}
      goesOn={checkout.goesOn}
      request={{ params: { id: performer._id }, body: { tokens, menuItem: { _id, title } } }}
      onConfirm={async (request, _change, step) => {
        checkout.choose({ item: _id })
        const data = await checkout.pay('POST /wallet/charges/tip/:id', request, step)
        setBalance(me?._id, data.balance)
        toast.say(t('live.menu.done', { title }))
      }}
    >
      <PayMissing checkout={checkout} price={tokens} />
    </ConfirmSheet>
  )
}
