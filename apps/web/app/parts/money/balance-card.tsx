import type { ReactNode } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Fanlight } from '../../ui/fanlight.tsx'
import { useSite } from '../site/site.ts'
import { TokenIcon } from './token-icon.tsx'

/** What is in the wallet, large, under the window in the evening. `children` are chips below it. */
export function BalanceCard({ balance, children }: { balance: number; children?: ReactNode }) {
  const t = useT()
  const { tokens, money } = useFormats()
  const { tokenValue, currency } = useSite()
  return (
    <section
      aria-label={t('ui.balance.yours')}
      className="balance-card relative flex min-h-[190px] flex-col overflow-hidden rounded-xl p-[22px] md:min-h-[212px] md:px-[30px] md:py-7"
    >
      <Fanlight
        share={1}
        className="pointer-events-none absolute -end-[46px] -bottom-1.5 w-[400px] [&_path]:fill-white [&_path]:opacity-30 dark:[&_path]:opacity-14"
      />
      <p className="relative text-sm font-medium">{t('ui.balance.yours')}</p>
      <p className="relative mt-2.5 flex items-center gap-3.5 font-display text-[3.5rem] leading-none font-heavy tracking-[-.045em]">
        <TokenIcon className="size-[46px]" />
        <bdi dir="ltr">{tokens(balance)}</bdi>
        <span className="sr-only">{t('ui.tokens')}</span>
      </p>
      <p className="relative mt-2">{t('ui.balance.worth', { amount: money(balance * tokenValue, currency) })}</p>
      {children ? <div className="relative mt-auto flex flex-wrap gap-2 pt-4">{children}</div> : null}
    </section>
  )
}
