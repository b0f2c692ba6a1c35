import clsx from 'clsx'
import type { Reply } from '../../../api/contract.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import './packages.css'

export type Package = Reply<'GET /package/token/search'>['data'][number]

/** Packages of tokens. In a row that is not full, the items share the whole width. */
export function Packages({
  packages,
  chosen,
  withCoupon,
  onChoose,
}: {
  packages: readonly Package[]
  chosen: string | undefined
  /** What they cost with the coupon that the page was opened with, by their ids. */
  withCoupon: ReadonlyMap<string, number>
  onChoose: (chosen: Package) => void
}) {
  const t = useT()
  const { tokens, money } = useFormats()
  return (
    <ul className="packages grid grid-cols-6 gap-2 *:col-span-3 md:gap-3 md:*:col-span-2">
      {packages.map((pack) => {
        const on = pack._id === chosen
        const price = money(pack.price, pack.currency)
        const reduced = withCoupon.get(pack._id)
        return (
          <li key={pack._id}>
            <button
              type="button"
              aria-current={on || undefined}
              onClick={() => onChoose(pack)}
              className={clsx(
                'num flex size-full flex-col rounded-lg px-4 py-4 text-start transition-shadow duration-(--fast) focus-visible:rounded-lg active:scale-[.99] md:px-[18px]',
                on
                  ? 'bg-primary-soft shadow-[inset_0_0_0_2px_var(--primary-text)]'
                  : 'bg-surface shadow-[inset_0_0_0_1px_var(--line)] hover:shadow-[inset_0_0_0_1px_var(--line-strong)]',
              )}
            >
              <span className="flex items-center gap-2 font-display text-[1.375rem] leading-tight font-heavy tracking-[-.025em]">
                <TokenIcon />
                {tokens(pack.tokens)} <span className="sr-only">{t('ui.tokens')}</span>
              </span>
              <span
                className={clsx(
                  'mt-2 flex min-h-6 flex-wrap items-center justify-between gap-x-2 font-medium',
                  on ? 'text-primary-soft-ink' : 'text-ink-2',
                )}
              >
                {reduced === undefined ? (
                  price
                ) : (
                  <span>
                    <b className="font-semibold text-success-text">{money(reduced, pack.currency)}</b>{' '}
                    <s aria-hidden="true" className="text-xs">
                      {price}
                    </s>
                    <span className="sr-only">{t('wallet.coupon.instead', { price })}</span>
                  </span>
                )}
                {pack.bonus > 0 ? (
                  <span className="rounded-full bg-success-soft px-2 py-0.5 text-xs font-semibold text-success-soft-ink">
                    {t('wallet.free', { count: pack.bonus })}
                  </span>
                ) : null}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
