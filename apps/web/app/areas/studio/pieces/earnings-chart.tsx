import { earningGroups, type EarningGroup, groupOf } from '@fanlight/contract/charge-types'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { useExact } from './exact-amounts.ts'

export type Stats = Reply<'GET /performer/earning/stats'>['data']

/** A kind keeps its colour, however much it earned. */
export const colorOfGroup: Record<EarningGroup, string> = {
  subscriptions: '--chart-1',
  unlocks: '--chart-2',
  tips: '--chart-3',
  live: '--chart-4',
  shop: '--chart-5',
}

/** What each group of kinds earned, the groups without earnings left out. */
export const groupsOf = <Sum extends { net: number; count: number }>(
  byType: readonly (Sum & { type: keyof typeof groupOf })[],
): { group: EarningGroup; net: number; count: number }[] =>
  earningGroups.flatMap((group) => {
    const own = byType.filter(({ type }) => groupOf[type] === group)
    const sum = (of: 'net' | 'count') => own.reduce((total, entry) => total + entry[of], 0)
    return own.length ? [{ group, net: sum('net'), count: sum('count') }] : []
  })

export const daysAgo = (days: number): string => {
  const start = new Date(Date.now() - (days - 1) * 86_400_000)
  start.setUTCHours(0, 0, 0, 0)
  return start.toISOString()
}

interface EarningsChartProps {
  stats: Pick<Stats, 'byDayAndType' | 'tokenValue' | 'currency'>
  days: number
}
/** Net earnings by day, stacked by kind; days without earnings appear as gaps. */
export function EarningsChart({ stats, days }: EarningsChartProps) {
  const t = useT()
  const { money } = useExact(stats.currency)
  const { byDayAndType } = stats
  const dates = allDays(
    byDayAndType.map(({ date }) => date),
    days,
  )
  const at = new Map(dates.map((date, index) => [date, index]))
  const series = groupsOf(byDayAndType).map(({ group }) => {
    const values = dates.map(() => 0)
    for (const { date, type, net } of byDayAndType) {
      const index = at.get(date)
      if (groupOf[type] === group && index !== undefined) values[index]! += net * stats.tokenValue
    }
    return {
      name: t(`studio.group.${group}`),
      color: colorOfGroup[group],
      values: values.map((value) => Math.round(value * 100) / 100),
    }
  })
  return (
    <Chart
      label={t('studio.earnings.chart')}
      times={dates.map((date) => `${date}T12:00:00Z`)}
      series={series}
      format={money}
    />
  )
}

/** What was earned on each of the last days of the period, in tokens. */
export function earnedByDay({ byDay }: Pick<Stats, 'byDay'>, days: number): number[] {
  const nets = new Map(byDay.map(({ date, net }) => [date, net]))
  return allDays([...nets.keys()], days).map((date) => nets.get(date) ?? 0)
}

/** Every day of the period, so that days without earnings keep their position. */
export function allDays(known: readonly string[], days: number, today = new Date()): string[] {
  const last = known.reduce((a, b) => (a > b ? a : b), today.toISOString().slice(0, 10))
  const end = Date.parse(`${last}T12:00:00Z`)
  return Array.from({ length: days }, (_, at) =>
    new Date(end - (days - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  )
}
