import { useSearchParams } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { ExportCsv } from '../pieces/export-csv.tsx'
import { audienceQuery, type Person } from './audience-query.ts'
import { usePlanLabel } from './renewal.ts'

/** Saves the group that is shown, with its filters, as a file for spreadsheets. */
export function ExportAudience({ disabled }: { disabled: boolean }) {
  const t = useT()
  const planOf = usePlanLabel()
  const [search] = useSearchParams()
  const query = audienceQuery(search)
  const rows = async () => {
    const found: Person[] = []
    let cursor: string | null = null
    do {
      const page: Reply<'GET /performer/audience'> = await call('GET /performer/audience', {
        query: { ...query, pageSize: 100, ...(cursor && { cursor }) },
      })
      found.push(...page.data)
      cursor = page.nextCursor
    } while (cursor)
    return found.map(({ name, username, subscription, followedAt, spent }) => [
      name,
      username ?? '',
      subscription ? planOf(subscription) : '',
      subscription ? t(`audience.status.${subscription.isRunning ? 'active' : 'ended'}`) : '',
      subscription?.startedAt ?? followedAt ?? '',
      subscription ? (subscription.accessUntil ?? subscription.currentPeriodEnd) : '',
      spent,
    ])
  }
  return (
    <ExportCsv
      name={query.group}
      head={[
        t('audience.person'),
        t('audience.csv.username'),
        t('audience.plan'),
        t('audience.csv.status'),
        t('audience.since'),
        t('audience.csv.until'),
        t('audience.csv.tokens'),
      ]}
      rows={rows}
      disabled={disabled}
    />
  )
}
