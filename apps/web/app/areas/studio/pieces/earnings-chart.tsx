import type { Reply } from '../../../api/client.ts'
import type { Api } from '../../../api/request-context.ts'
import { useT } from '../../../i18n/context.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { useExact } from './exact-amounts.ts'

export type Stats = Reply<'GET /performer/earning/stats'>['data']
type Kind = Stats['byType'][number]['type']
export interface EarningsByKind {
  stats: Stats
  /** The largest kinds, each with its days. */
  kinds: { type: Kind; byDay: Stats['byDay'] }[]
}
/** A kind keeps its colour, however much it earned. */
export const colorOfKind: Partial<Record<Kind, string>> = {
  subscription: '--chart-1',
  tip: '--chart-2',
  feed: '--chart-3',
  video: '--chart-4',
  product: '--chart-5',
  gallery: '--chart-7',
  message: '--chart-8',
}
const otherColor = '--chart-6'
const kindsMax = 5

/** The sums of a period, and the days of its largest kinds. */
export async function earningsByKind(api: Api, query: { from?: string; to?: string }): Promise<EarningsByKind> {
  const { data: stats } = await api.call('GET /performer/earning/stats', { query })
  const largest = stats.byType
    .filter(({ net }) => net > 0)
    .toSorted((a, b) => b.net - a.net)
    .slice(0, kindsMax)
  const kinds = await Promise.all(
    largest.map(async ({ type }) => ({
      type,
      byDay: (await api.call('GET /performer/earning/stats', { query: { ...query, type } })).data.byDay,
    })),
  )
  return { stats, kinds }
}

export const daysAgo = (days: number): string => {
  const start = new Date(Date.now() - (days - 1) * 86_400_000)
  start.setUTCHours(0, 0, 0, 0)
  return start.toISOString()
}

/** Net earnings by day, stacked by kind; days without earnings appear as gaps. */
export function EarningsChart({ earnings, days }: { earnings: EarningsByKind; days: number }) {
  const t = useT()
  const { stats, kinds } = earnings
  const { money } = useExact(stats.currency)
  const dates = allDays(
    stats.byDay.map(({ date }) => date),
    days,
  )
  const worth = (net: number) => Math.round(net * stats.tokenValue * 100) / 100
  const series = kinds.map(({ type, byDay }) => {
    const sums = new Map(byDay.map(({ date, net }) => [date, net]))
    return {
      name: t.maybe(`studio.kind.${type}`) ?? type,
      color: colorOfKind[type] ?? otherColor,
      values: dates.map((date) => worth(sums.get(date) ?? 0)),
    }
  })
  const rest = dates.map((date) =>
    worth(
      Math.max(
        0,
        (stats.byDay.find((day) => day.date === date)?.net ?? 0) -
          kinds.reduce((sum, { byDay }) => sum + (byDay.find((day) => day.date === date)?.net ?? 0), 0),
      ),
    ),
  )
  if (rest.some((value) => value >= 0.01)) series.push({ name: t('studio.kind.rest'), color: otherColor, values: rest })
  return (
    <Chart
      label={t('studio.earnings.chart')}
      times={dates.map((date) => `${date}T12:00:00Z`)}
      series={series}
      format={money}
    />
  )
}

/** Every day of the period, so that days without earnings keep their position. */
export function allDays(known: readonly string[], days: number, today = new Date()): string[] {
  const last = known.reduce((a, b) => (a > b ? a : b), today.toISOString().slice(0, 10))
  const end = Date.parse(`${last}T12:00:00Z`)
  return Array.from({ length: days }, (_, at) =>
    new Date(end - (days - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  )
}
