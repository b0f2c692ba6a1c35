import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Change } from '../../forms/use-mutation.ts'
import { useBalance } from '../../money/balance.ts'
import { PaidBefore, PayMissing, SafeAfter } from '../../money/checkout/pay-missing.tsx'
import { useCheckout } from '../../money/checkout/use-checkout.ts'
import { usePayLabel } from '../../money/checkout/you-pay.tsx'
import { ConfirmSheet } from '../../money/confirm-sheet.tsx'
import { leftTokens } from '../../money/missing-tokens.ts'
import { Price } from '../../money/price.tsx'
import type { Show } from './use-shows.ts'

interface AskByMinuteProps<Sent extends object> {
  /** The show, by which its checkout is found again. */
  what: string
  /** In tokens; what the wallet lacks of it is paid by card. */
  hold: number
  /** How long that lasts. */
  heldFor: string
  title: string
  rules: string
  get: { title: string; detail: string }
  /** The verb and the tokens. */
  ask: string
  request: Sent
  send: (request: Sent, change: Change) => Promise<{ data: Show }>
  onAsked: (show: Show) => void
  onClose: () => void
  /** What is said above the payment, given how far the wallet reaches. */
  children: (reach: string) => ReactNode
}
/** Asks for a show that is paid by the minute: what is held when it begins, and what is missing for that, in one confirmation. */
export function AskByMinute<Sent extends object>({
  what,
  hold,
  heldFor,
  title,
  rules,
  get,
  ask,
  request,
  send,
  onAsked,
  onClose,
  children,
}: AskByMinuteProps<Sent>) {
  const t = useT()
  const { tokens: number } = useFormats()
  const balance = useBalance()
  const { pathname, search } = useLocation()
  const checkout = useCheckout({ what, path: pathname + search, price: hold, terms: undefined })
  const { missing } = checkout
  const action = usePayLabel(checkout, 'ask', ask)
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      once={rules}
      get={get}
      lines={[
        { label: t('live.show.balance'), amount: <Price tokens={balance} /> },
        { label: heldFor, amount: <Price tokens={-hold} /> },
      ]}
      total={<Price tokens={missing > 0 ? missing : leftTokens(hold, balance)} />}
      totalLabel={t(missing > 0 ? 'live.show.missing' : 'live.show.afterHold')}
      action={action}
      steps={[t('wallet.step.check'), ...(missing > 0 ? [t('wallet.step.bank')] : []), t('live.show.asking')]}
      safe={<SafeAfter checkout={checkout}>{t('live.show.nothingHeld')}</SafeAfter>}
      isReady={checkout.isReady && !checkout.isWaiting}
      before={checkout.problem}
      paid={<PaidBefore checkout={checkout} />}
      goesOn={checkout.goesOn}
      request={request}
      onConfirm={async (sent, change, step) => {
        await checkout.addMissing()
        if (missing > 0) step(2)
        const { data } = await send(sent, change)
        checkout.end()
        onAsked(data)
      }}
    >
      {children(missing > 0 ? t('live.show.tooLittle', { missing: number(missing) }) : t('live.show.secondsOnly'))}
      <PayMissing checkout={checkout} price={hold} />
    </ConfirmSheet>
  )
}
