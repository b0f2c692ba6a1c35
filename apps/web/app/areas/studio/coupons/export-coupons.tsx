import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { ExportCsv } from '../pieces/export-csv.tsx'
import { type Coupon, couponsQuery } from '../../../parts/money/coupon/coupon-list.ts'

/** The filtered list as a file for spreadsheets. */
export function ExportCoupons({ search, disabled }: { search: URLSearchParams; disabled: boolean }) {
  const t = useT()
  const rows = async () => {
    const { current: _current, ...query } = couponsQuery(search)
    const found: Coupon[] = []
    let cursor: string | null = null
    do {
      const page: Reply<'GET /performer/coupons'> = await call('GET /performer/coupons', {
        query: { ...query, pageSize: 100, ...(cursor && { cursor }) },
      })
      found.push(...page.data)
      cursor = page.nextCursor
    } while (cursor)
    return found.map((coupon) => [
      coupon.code,
      coupon.percent ?? '',
      coupon.amount ?? '',
      t(`studio.coupons.what.${coupon.appliesTo}`),
      t(`studio.coupons.state.${coupon.state}`),
      coupon.startsAt,
      coupon.endsAt ?? '',
      coupon.used,
      coupon.maxUses ?? '',
      coupon.sales,
      coupon.given,
      coupon.currency,
    ])
  }
  const head = [
    t('studio.coupons.code'),
    t('studio.coupons.percent'),
    t('studio.coupons.amount'),
    t('studio.coupons.appliesTo'),
    t('studio.column.status'),
    t('studio.coupons.startsAt'),
    t('studio.coupons.endsAt'),
    t('studio.coupons.used'),
    t('studio.coupons.maxUses'),
    t('studio.coupons.sales'),
    t('studio.coupons.given'),
    t('studio.audience.currency'),
  ]
  return <ExportCsv name="coupons" head={head} rows={rows} disabled={disabled} />
}
