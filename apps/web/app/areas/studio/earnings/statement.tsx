import clsx from 'clsx'
import { Printer } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Button } from '../../../ui/button.tsx'
import { ExportCsv } from '../pieces/export-csv.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { useMonthName } from './month-name.ts'
import { StatementSheet } from './statement-sheet.tsx'

export const handle = { messages: ['studio'] }
export const clientMiddleware = [withMessages('studio')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [statement, list] = await Promise.all([
    api.call('GET /performer/earning/statements/:month', { params: { month: params['month']! } }),
    api.call('GET /performer/earning/statements'),
  ])
  return { statement: statement.data, list: list.data }
}

/** A month's statement of earnings, to read, to print and as a file. */
export default function StatementPage() {
  const t = useT()
  const month = useMonthName()
  const { statement, list } = useLoaderData<typeof loader>()
  const exact = useExact(list.currency)
  const rows = async () => [
    ...statement.byType.map(({ type, count, gross, returned, fee, net, netValue }) => [
      t(`studio.one.${type}`),
      count,
      gross,
      returned,
      fee,
      net,
      netValue,
    ]),
    [
      t('studio.earnings.total'),
      statement.count,
      statement.gross,
      statement.returned,
      statement.fee,
      statement.net,
      statement.netValue,
    ],
  ]
  const head = [
    t('studio.earnings.kind'),
    t('studio.earnings.sales'),
    t('studio.earnings.grossTokens'),
    t('studio.earnings.returnedTokens'),
    t('studio.earnings.feeTokens'),
    t('studio.earnings.netTokens'),
    `${t('studio.column.net')}, ${list.currency}`,
  ]
  const actions = (
    <>
      <ExportCsv name={`statement-${statement.month}`} head={head} rows={rows} disabled={false} />
      <Button variant="primary" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {t('studio.statement.print')}
      </Button>
    </>
  )
  return (
    <>
      <PageTitle>{t('studio.statement.of', { month: month(statement.month) })}</PageTitle>
      <PageHead
        title={month(statement.month)}
        detail={
          <Link to="/creator/earnings" className="link">
            {t('studio.earnings.title')}
          </Link>
        }
        back="/creator/earnings"
        actions={<div className="flex gap-3 max-md:hidden">{actions}</div>}
      />
      <div className="mb-3 grid grid-cols-2 gap-3 md:hidden">{actions}</div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_15.5rem]">
        <StatementSheet statement={statement} />
        <nav
          aria-label={t('studio.earnings.statements')}
          className="rounded-lg bg-surface px-2 py-3 ring-1 ring-line xl:sticky xl:top-6"
        >
          <h2 className="px-3 pb-1 text-lg">{t('studio.earnings.statements')}</h2>
          <ul className="num max-h-[26rem] overflow-y-auto text-sm">
            {list.months.map((entry) => (
              <li key={entry.month}>
                <Link
                  to={`/creator/earnings/statements/${entry.month}`}
                  aria-current={entry.month === statement.month ? 'page' : undefined}
                  className={clsx(
                    'flex min-h-11 items-center justify-between gap-3 rounded-sm px-3',
                    entry.month === statement.month ? 'bg-primary-soft text-primary-soft-ink' : 'hover:bg-surface-2',
                  )}
                >
                  <span>{month(entry.month)}</span>
                  <b className="font-semibold">
                    <bdi dir="ltr">{exact.money(entry.netValue)}</bdi>
                  </b>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  )
}
