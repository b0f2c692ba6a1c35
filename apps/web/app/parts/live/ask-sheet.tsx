import { useT } from '../../i18n/context.tsx'
import { toast } from '../../ui/toast.tsx'
import { setBalance, useBalance } from '../money/balance.ts'
import { ConfirmSheet } from '../money/confirm-sheet.tsx'
import { leftTokens, missingTokens, useAddTokens } from '../money/missing-tokens.ts'
import { Price } from '../money/price.tsx'
import { useMe } from '../site/site.ts'
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
  const addTokens = useAddTokens()
  const missing = missingTokens(tokens, balance)
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => open || onClose()}
      get={{ title: <bdi>{title}</bdi>, detail: t('live.menu.of', { name: performer.name }) }}
      lines={[]}
      total={<Price tokens={tokens} />}
      {...(missing === 0 ? { balanceAfter: leftTokens(tokens, balance) } : {})}
      action={
        missing > 0
          ? t('post.tip.add', { missing: t.tokens(missing) })
          : t('live.menu.action', { tokens: t.tokens(tokens) })
      }
      steps={[t('post.step.check'), t('post.step.pay'), t('post.step.thanks')]}
      safe={t('post.unlock.safe')}
      request={{ params: { id: performer._id }, body: { tokens, menuItem: { _id, title } } }}
      onConfirm={async (request, change, step) => {
        if (missing > 0) return addTokens(missing)
        const { data } = await change('POST /wallet/charges/tip/:id', { ...request, once: true })
        step(2)
        setBalance(me?._id, data.balance)
        toast.say(t('live.menu.done', { title }))
      }}
    />
  )
}
