import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import type { StaffAccount } from './user.tsx'

/** What a person has, spent, earned and owes. For staff with the finance permission. */
export function AccountSums({ account: { _id, role, money } }: { account: StaffAccount }) {
  const t = useT()
  if (!money) return null
  const { earnings } = money
  return (
    <section aria-labelledby="sums" className="mt-4">
      <h2 id="sums" className="sr-only">
        {t('people.section.money')}
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
        {earnings ? (
          <>
            <Sum label={t('people.money.earned')} tokens={earnings.earned} />
            <Sum label={t('people.money.available')} tokens={earnings.available} />
            <Sum label={t('people.money.pending')} tokens={earnings.pending} />
            <Sum label={t('people.money.escrow')} tokens={earnings.escrow} />
            <Sum label={t('people.money.held')} tokens={earnings.held} />
            <Sum label={t('people.money.inPayout')} tokens={earnings.inPayout} />
          </>
        ) : null}
        <Sum label={t('people.money.spent')} tokens={money.spent} />
        <Sum label={t('people.money.wallet')} tokens={money.wallet} />
        {money.owed > 0 ? <Sum label={t('people.money.owed')} tokens={money.owed} isWrong /> : null}
      </dl>
      {role === 'performer' ? (
        <Link to={`/admin/coupons?creator=${_id}`} className="link mt-2 inline-block text-sm">
          {t('people.coupons')}
        </Link>
      ) : null}
    </section>
  )
}

/** In the money of the site at what a token is worth now, and in tokens. */
function Sum({ label, tokens, isWrong = false }: { label: string; tokens: number; isWrong?: boolean }): ReactNode {
  const t = useT()
  const { money } = useFormats()
  const { tokenValue, currency } = useSite()
  return (
    <div className="rounded-sm px-3 py-2.5 ring-1 ring-line">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className={`num font-strong ${isWrong ? 'text-danger-text' : ''}`}>
        {money(tokens * tokenValue, currency)}
        <span className="block text-xs font-normal text-ink-3">{t.tokens(tokens)}</span>
      </dd>
    </div>
  )
}
