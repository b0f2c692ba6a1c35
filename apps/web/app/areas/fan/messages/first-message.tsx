import { useState } from 'react'
import { useLocation } from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { refreshBalance, useBalance } from '../../../parts/money/balance.ts'
import { readBegun } from '../../../parts/money/checkout/begun.ts'
import { PaidBefore, PayMissing, SafeAfter } from '../../../parts/money/checkout/pay-missing.tsx'
import { useCheckout } from '../../../parts/money/checkout/use-checkout.ts'
import { usePayLabel, YouPay } from '../../../parts/money/checkout/you-pay.tsx'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { leftTokens } from '../../../parts/money/missing-tokens.ts'
import { Price } from '../../../parts/money/price.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { firstMessageOf } from './first-message-name.ts'
import type { Conversation } from './message.ts'

interface FirstMessageProps {
  conversation: Conversation
  /** What is about to be sent. */
  message: { text: string; fileIds: readonly string[]; replyToId: string | undefined }
  preview: string
  onSent: (message: Reply<'POST /messages/conversations/:id'>['data']) => void
  /** The price is another by now. */
  onPrice: () => void
  onClose: () => void
}
/** Asks before the message that costs something: price, currency, what is left, and what a card adds; it is sent with the payment or not at all. */
export function FirstMessage({ conversation, message, preview, onSent, onPrice, onClose }: FirstMessageProps) {
  const t = useT()
  const me = useMe()
  const balance = useBalance()
  const { pathname, search } = useLocation()
  const { _id: id, recipient, writing } = conversation
  const what = firstMessageOf(id)
  const [begun] = useState(() => readBegun(what, me?._id)?.choices ?? {})
  const price = writing.price ?? (Number(begun['price']) || 0)
  // The same message however often it is sent.
  const [clientId] = useState(() => (begun['clientId'] as string | undefined) ?? crypto.randomUUID())
  const checkout = useCheckout({ what, path: pathname + search, price, terms: writing.terms ?? undefined })
  const { missing } = checkout
  const action = usePayLabel(checkout, 'send', t('messages.firstAction', { tokens: t.tokens(price) }))
  const { text, fileIds, replyToId } = message
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => open || onClose()}
      get={{ title: t('messages.firstTitle'), detail: t('messages.firstTo', { name: recipient.name }) }}
      choice={
        <blockquote dir="auto" className="mb-3 line-clamp-3 rounded-md bg-surface-2 px-4 py-3 text-sm wrap-anywhere">
          {preview}
        </blockquote>
      }
      lines={[]}
      total={<Price tokens={price} />}
      {...(missing === 0 ? { balanceAfter: leftTokens(price, balance) } : {})}
      {...(missing > 0 ? { foot: <YouPay checkout={checkout} price={price} /> } : {})}
      action={action}
      steps={[t('wallet.step.check'), missing > 0 ? t('wallet.step.bank') : t('wallet.step.pay'), t('messages.send')]}
      safe={<SafeAfter checkout={checkout}>{t('post.unlock.safe')}</SafeAfter>}
      isReady={checkout.isReady && !checkout.isWaiting}
      before={checkout.problem}
      paid={<PaidBefore checkout={checkout} />}
      goesOn={checkout.goesOn}
      request={{
        params: { id },
        body: {
          text,
          fileIds,
          clientId,
          ...(replyToId && { replyToId }),
          expectedPrice: price,
          ...(writing.terms && { expectedTerms: writing.terms }),
        },
      }}
      onConfirm={async (request, _change, step) => {
        checkout.choose({ clientId, price })
        try {
          const sent = await checkout.pay('POST /messages/conversations/:id', request, step)
          void refreshBalance(me?._id)
          onSent(sent)
        } catch (error) {
          const { code } = asProblem(error)
          if (code === 'PRICE_CHANGED' || code === 'TERMS_CHANGED') onPrice()
          throw error
        }
      }}
    >
      <PayMissing checkout={checkout} price={price} />
    </ConfirmSheet>
  )
}
