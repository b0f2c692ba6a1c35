import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { asProblem } from '../../api/problem.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import type { MessageKey } from '../../i18n/keys.ts'
import { Fanlight } from '../../ui/fanlight.tsx'
import { toast } from '../../ui/toast.tsx'
import { setBalance, useBalance } from './balance.ts'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { PaidBefore, PayMissing, SafeAfter } from './checkout/pay-missing.tsx'
import { useCheckout } from './checkout/use-checkout.ts'
import { usePayLabel, YouPay } from './checkout/you-pay.tsx'
import { leftTokens } from './missing-tokens.ts'
import { useContents } from '../posts/contents.ts'
import { type Item, type KindName, kinds, pathOf } from '../posts/kinds.ts'
import { Price } from './price.tsx'
import { useMe } from '../site/site.ts'

interface UnlockSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  post: Item
  onUnlocked: () => Promise<void>
}

/** Unlocks a post, a gallery or a video. */
export function UnlockSheet({ post, ...rest }: UnlockSheetProps) {
  const t = useT()
  const { list } = useFormats()
  const contents = useContents(post)
  return (
    <UnlockConfirm
      {...rest}
      call={kinds[post.kind].unlock}
      id={post._id}
      path={pathOf(post)}
      title={post.title || list(contents.map(({ label }) => label)) || t('post.text')}
      line={t(`post.titleOf.${post.kind}`, { name: post.performer.name })}
      price={post.locked?.price ?? post.gate.price ?? 0}
      terms={post.gate.terms}
    />
  )
}

type UnlockCall =
  | (typeof kinds)[KindName]['unlock']
  | 'POST /wallet/charges/message/:id'
  | 'POST /wallet/charges/stream/:id'
interface UnlockConfirmProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  call: UnlockCall
  id: string
  /** The page on which the sheet opens again after the gateway's and the bank's pages. */
  path: string
  title: string
  /** What it is and from whom. */
  line: string
  /** Tokens, as they were shown. */
  price: number
  /** The version of what was shown. */
  terms: string | undefined
  onUnlocked: () => Promise<void>
  /** Said when it is done. */
  done?: MessageKey
  /** What the button says that is done with the money of the card. */
  verb?: 'unlock' | 'buy'
  /** What the sheet says of what is bought rather than unlocked: what is so of it, the verb and the tokens, and what one has at last. */
  words?: { detail: string; action: string; step: string }
}

/** What is inside, its price, what is left, one press. Owning it already opens it without paying again. */
export function UnlockConfirm({
  open,
  onOpenChange,
  call,
  id,
  path,
  title,
  line,
  price: shownPrice,
  terms: shownTerms,
  onUnlocked,
  done = 'post.unlock.done',
  verb = 'unlock',
  words,
}: UnlockConfirmProps) {
  const t = useT()
  const me = useMe()
  const balance = useBalance()
  // What the server offers by now, after what was shown was refused.
  const [offer, setOffer] = useState<{ price: number; terms: string } | null>(null)
  const price = offer?.price ?? shownPrice
  const terms = offer?.terms ?? shownTerms
  const { revalidate } = useRevalidator()
  const checkout = useCheckout({ what: id, path, price, terms })
  const { missing } = checkout
  const action = usePayLabel(checkout, verb, words?.action ?? t('post.unlock.action', { tokens: t.tokens(price) }))
  return (
    <ConfirmSheet
      open={open}
      onOpenChange={onOpenChange}
      get={{
        icon: <Fanlight share={1} className="w-16 shrink-0" />,
        title,
        detail: words?.detail ?? t('post.unlock.detail'),
      }}
      lines={[{ label: line, amount: <Price tokens={price} /> }]}
      total={<Price tokens={price} />}
      {...(missing > 0 ? { foot: <YouPay checkout={checkout} price={price} /> } : {})}
      {...(missing === 0 ? { balanceAfter: leftTokens(price, balance) } : {})}
      action={action}
      steps={[
        t('wallet.step.check'),
        missing > 0 ? t('wallet.step.bank') : t('wallet.step.pay'),
        words?.step ?? t('post.step.open'),
      ]}
      safe={<SafeAfter checkout={checkout}>{t('post.unlock.safe')}</SafeAfter>}
      isReady={checkout.isReady && !checkout.isWaiting}
      before={checkout.problem}
      paid={<PaidBefore checkout={checkout} />}
      goesOn={checkout.goesOn}
      request={{ params: { id }, body: { expectedPrice: price, ...(terms && { expectedTerms: terms }) } }}
      onConfirm={async (request, _change, step) => {
        try {
          const data = await checkout.pay(call, request, step)
          setBalance(me?._id, data.balance)
        } catch (error) {
          const { code, details } = asProblem(error)
          if (code === 'PRICE_CHANGED' || code === 'TERMS_CHANGED') {
            setOffer(details as { price: number; terms: string })
            void revalidate()
          }
          if (code !== 'ALREADY_PURCHASED') throw error
        }
        await onUnlocked().catch(() => undefined)
        toast.success(done)
      }}
    >
      <PayMissing checkout={checkout} price={price} />
    </ConfirmSheet>
  )
}
