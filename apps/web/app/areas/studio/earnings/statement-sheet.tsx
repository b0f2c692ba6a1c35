import { groupOf } from '@fanlight/contract/charge-types'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Chart } from '../../../ui/chart.tsx'
import { colorOfGroup } from '../pieces/earnings-chart.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { useMonthName } from './month-name.ts'

type Statement = Reply<'GET /performer/earning/statements/:month'>['data']

/** The sheet of paper: alone what is printed. Money at what a token was worth when it was earned, tokens below where they say more. */
export function StatementSheet({ statement }: { statement: Statement }) {
  const t = useT()
  const { date, number, day } = useFormats()
  const month = useMonthName()
  const { name: siteName } = useSite()
  const { money } = useExact(statement.currency)
  const { tokenValue } = statement
  const worth = (tokens: number) => money(tokens * tokenValue)
  // Below zero where a payout came back and less was paid out.
  const left = statement.paidOut + statement.coupons
  const dates = daysOf(statement.month)
  const earned = new Map(statement.byDay.map(({ date, netValue }) => [date, netValue]))
  return (
    <article className="statement num rounded-lg bg-surface p-4 ring-1 ring-line md:p-10">
      <header className="flex flex-wrap justify-between gap-x-8 gap-y-3 border-b-2 border-ink pb-4">
        <div>
          <p className="font-display text-lg font-heavy">{siteName}</p>
          <h2 className="mt-3 text-2xl">{t('studio.statement.title')}</h2>
          <p className="text-sm text-ink-3">
            {t('studio.earnings.fromTo', { from: day(dates[0]!), to: day(dates.at(-1)!) })}
          </p>
        </div>
        {statement.operatorName ? (
          <address className="text-end text-sm text-ink-2 not-italic">
            <b className="block text-ink">{statement.operatorName}</b>
            <span className="whitespace-pre-line">{statement.operatorAddress}</span>
          </address>
        ) : null}
      </header>
      <dl className="grid gap-4 py-5 text-sm sm:grid-cols-3 print:grid-cols-3">
        <Fact name={t('studio.statement.for')}>
          <bdi>{statement.name}</bdi>
        </Fact>
        <Fact name={t('studio.statement.currency')}>
          {statement.currency}
          <span className="block text-xs font-normal text-ink-3">
            {t('studio.statement.tokenValue', { value: money(tokenValue) })}
          </span>
        </Fact>
        <Fact name={t('studio.statement.zone')}>{statement.timezone}</Fact>
      </dl>
      {statement.isOver ? null : (
        <p className="mb-4 rounded-md bg-token-soft px-4 py-3 text-sm text-token-soft-ink">
          {t('studio.statement.goesOn', { date: date(statement.until) })}
        </p>
      )}
      <dl className="grid overflow-hidden rounded-md bg-surface-2 text-sm sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
        <Balance name={t('studio.statement.before', { date: day(dates[0]!) })} value={worth(statement.opening)}>
          {t.tokens(statement.opening)}
        </Balance>
        {statement.net < 0 ? (
          <Balance name={t('studio.statement.lost')} sign="−" value={money(-statement.netValue)}>
            {t.tokens(-statement.net)}
          </Balance>
        ) : (
          <Balance name={t('studio.statement.earned')} sign="+" value={money(statement.netValue)}>
            {t.tokens(statement.net)}
          </Balance>
        )}
        {left < 0 ? (
          <Balance
            name={t(statement.coupons > 0 ? 'studio.statement.cameBackAndCoupons' : 'studio.statement.cameBack')}
            sign="+"
            value={worth(-left)}
          >
            {t.tokens(-left)}
          </Balance>
        ) : (
          <Balance
            name={t(statement.coupons > 0 ? 'studio.statement.paidOutAndCoupons' : 'studio.statement.paidOut')}
            sign="−"
            value={worth(left)}
          >
            {t.tokens(left)}
          </Balance>
        )}
        <Balance
          name={t(statement.isOver ? 'studio.statement.after' : 'studio.statement.now', { date: day(dates.at(-1)!) })}
          sign="="
          value={worth(statement.closing)}
          isLast
        >
          {t.tokens(statement.closing)}
        </Balance>
      </dl>
      <h3 className="mt-8 text-lg">{t('studio.earnings.title')}</h3>
      {statement.byType.length ? (
        <Wide name={t('studio.earnings.title')}>
          <table className="mt-1 w-full text-sm">
            <thead>
              <tr className="text-xs text-ink-3">
                <Head start>{t('studio.earnings.kind')}</Head>
                <Head wideOnly>{t('studio.earnings.sales')}</Head>
                <Head wideOnly>{t('studio.column.gross')}</Head>
                <Head wideOnly>{t('studio.statement.refunds')}</Head>
                <Head wideOnly>{t('studio.column.fee')}</Head>
                <Head>{t('studio.column.net')}</Head>
              </tr>
            </thead>
            <tbody>
              {statement.byType.map((row) => (
                <tr key={row.type} className="h-11 border-t border-line">
                  <th scope="row" className="pe-3 text-start font-normal">
                    <span className="inline-flex items-center gap-2">
                      <span
                        className="size-[9px] shrink-0 rounded-t-[5px] rounded-b-[2px]"
                        style={{ background: `var(${colorOfGroup[groupOf[row.type]]})` }}
                      />
                      {t(`studio.kind.${row.type}`)}
                    </span>
                    <Parts
                      gross={worth(row.gross)}
                      refunds={row.returned ? worth(-row.returned) : ''}
                      fee={worth(-row.fee)}
                    />
                  </th>
                  <Cell wideOnly>{number(row.count)}</Cell>
                  <Cell wideOnly>{worth(row.gross)}</Cell>
                  <Cell wideOnly>{row.returned ? worth(-row.returned) : '–'}</Cell>
                  <Cell wideOnly>{worth(-row.fee)}</Cell>
                  <Cell>
                    <b>{money(row.netValue)}</b>
                  </Cell>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="h-11 border-t border-line-strong font-semibold">
                <th scope="row" className="text-start">
                  {t('studio.earnings.total')}
                  <Parts
                    gross={worth(statement.gross)}
                    refunds={statement.returned ? worth(-statement.returned) : ''}
                    fee={worth(-statement.fee)}
                  />
                </th>
                <Cell wideOnly>{number(statement.count)}</Cell>
                <Cell wideOnly>{worth(statement.gross)}</Cell>
                <Cell wideOnly>{statement.returned ? worth(-statement.returned) : '–'}</Cell>
                <Cell wideOnly>{worth(-statement.fee)}</Cell>
                <Cell>{money(statement.netValue)}</Cell>
              </tr>
            </tfoot>
          </table>
        </Wide>
      ) : (
        <p className="py-4 text-sm text-ink-3">{t('studio.statement.nothing')}</p>
      )}
      {statement.byDay.length ? (
        <section className="mt-8 print:hidden">
          <h3 className="mb-2 text-lg">{t('studio.earnings.byDay')}</h3>
          <Chart
            label={t('studio.statement.of', { month: month(statement.month) })}
            times={dates.map((date) => `${date}T12:00:00Z`)}
            series={[{ name: t('studio.column.net'), values: dates.map((date) => earned.get(date) ?? 0) }]}
            format={money}
            height={180}
          />
        </section>
      ) : null}
      <h3 className="mt-8 text-lg">{t('studio.statement.payouts')}</h3>
      {statement.payouts.length ? (
        <Wide name={t('studio.statement.payouts')}>
          <table className="mt-1 w-full text-sm">
            <thead>
              <tr className="text-xs text-ink-3">
                <Head start>{t('studio.statement.payout')}</Head>
                <Head start wideOnly>
                  {t('studio.statement.to')}
                </Head>
                <Head start>{t('studio.column.when')}</Head>
                <Head>{t('studio.statement.amount')}</Head>
              </tr>
            </thead>
            <tbody>
              {statement.payouts.map((payout) => (
                <tr key={`${payout._id} ${payout.at}`} className="h-11 border-t border-line">
                  <th scope="row" className="pe-3 text-start whitespace-nowrap">
                    {payout.number}
                    <span className="block text-xs font-normal whitespace-normal text-ink-3 sm:hidden">
                      <bdi>{payout.destination}</bdi>
                    </span>
                    {payout.cameBack ? (
                      <span className="block text-xs font-normal text-danger-text">
                        {t('studio.statement.cameBack')}
                      </span>
                    ) : null}
                  </th>
                  <td className="pe-3 max-sm:hidden">
                    <bdi>{payout.destination}</bdi>
                  </td>
                  <td className="pe-3 whitespace-nowrap">{date(payout.at)}</td>
                  <Cell>
                    {money(payout.cameBack ? payout.amount : -payout.amount)}
                    {payout.fee > 0 ? (
                      <span className="block text-xs text-ink-3">
                        {t('studio.statement.fee', { amount: money(payout.fee) })}
                      </span>
                    ) : null}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      ) : (
        <p className="py-4 text-sm text-ink-3">{t('studio.statement.noPayouts')}</p>
      )}
      <p className="mt-6 border-t border-line pt-4 text-xs text-ink-3">{t('studio.statement.about')}</p>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

interface BalanceProps {
  name: string
  sign?: string
  value: string
  isLast?: boolean
  children: ReactNode
}
function Balance({ name, sign, value, isLast = false, children }: BalanceProps) {
  return (
    <div className={clsx('flex flex-col px-4 py-3', isLast && 'bg-ink text-canvas')}>
      <dt className={clsx('grow', isLast ? 'opacity-82' : 'text-ink-2')}>
        {sign ? <span aria-hidden="true">{sign} </span> : null}
        {name}
      </dt>
      <dd className="font-display text-xl font-heavy whitespace-nowrap">
        <bdi dir="ltr">{value}</bdi>
      </dd>
      <dd className={isLast ? 'text-xs opacity-82' : 'text-xs text-ink-3'}>{children}</dd>
    </div>
  )
}

/** Of what an amount is made, below its name: on phones, where the columns of it would lie beside the screen. */
function Parts({ gross, refunds, fee }: Record<'gross' | 'refunds' | 'fee', string>) {
  const t = useT()
  const parts = [
    { name: t('studio.column.gross'), amount: gross },
    { name: t('studio.statement.refunds'), amount: refunds },
    { name: t('studio.column.fee'), amount: fee },
  ]
  return (
    <span className="flex flex-wrap gap-x-2.5 pb-2 text-xs font-normal text-ink-3 sm:hidden">
      {parts.map(({ name, amount }) =>
        amount ? (
          <span key={name} className="whitespace-nowrap">
            {name} <bdi dir="ltr">{amount}</bdi>
          </span>
        ) : null,
      )}
    </span>
  )
}

/** Is scrolled to by keyboard too, where it is wider than the screen. */
const Wide = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="overflow-x-auto" {...{ role: 'region', 'aria-label': name, tabIndex: 0 }}>
    {children}
  </div>
)
interface CellProps {
  start?: boolean
  /** Left out on phones. */
  wideOnly?: boolean
  children: ReactNode
}
const Head = ({ start = false, wideOnly = false, children }: CellProps) => (
  <th
    scope="col"
    className={clsx('py-1.5 font-medium', start ? 'pe-3 text-start' : 'ps-3 text-end', wideOnly && 'max-sm:hidden')}
  >
    {children}
  </th>
)
const Cell = ({ wideOnly = false, children }: CellProps) => (
  <td className={clsx('ps-3 text-end whitespace-nowrap', wideOnly && 'max-sm:hidden')}>
    <bdi dir="ltr">{children}</bdi>
  </td>
)

/** Every day of a month, so that days without earnings keep their position. */
function daysOf(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
}
