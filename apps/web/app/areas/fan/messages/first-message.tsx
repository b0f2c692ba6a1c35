import { useT } from '../../../i18n/context.tsx'
import { useBalance } from '../../../parts/money/balance.ts'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { leftTokens, missingTokens, useAddTokens } from '../../../parts/money/missing-tokens.ts'
import { Price } from '../../../parts/money/price.tsx'

interface FirstMessageProps {
  name: string
  price: number
  /** What is about to be sent. */
  preview: string
  onConfirm: () => void
  onClose: () => void
}
/** Asks before the message that costs something: price, currency, what is left. */
export function FirstMessage({ name, price, preview, onConfirm, onClose }: FirstMessageProps) {
  const t = useT()
  const balance = useBalance()
  const addTokens = useAddTokens()
  const missing = missingTokens(price, balance)
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => open || onClose()}
      get={{ title: t('messages.firstTitle'), detail: t('messages.firstTo', { name }) }}
      choice={
        <blockquote
          dir="auto"
          className="mb-3 line-clamp-3 rounded-md bg-surface-2 px-4 py-3 text-sm [overflow-wrap:anywhere]"
        >
          {preview}
        </blockquote>
      }
      lines={[]}
      total={<Price tokens={price} />}
      {...(missing === 0 ? { balanceAfter: leftTokens(price, balance) } : {})}
      action={
        missing > 0
          ? t('messages.firstAdd', { missing: t.tokens(missing) })
          : t('messages.firstAction', { tokens: t.tokens(price) })
      }
      steps={[t('post.step.check'), t('post.step.pay')]}
      request={{ price }}
      onConfirm={async () => {
        if (missing > 0) return addTokens(missing)
        onConfirm()
      }}
    />
  )
}
