import type { Entry } from './log.ts'

const columns: Record<string, (entry: Entry) => string> = {
  number: ({ _id }) => _id,
  at: ({ at }) => at,
  action: ({ action }) => action,
  actor_id: ({ actor }) => actor?._id ?? '',
  actor: ({ actor }) => actor?.name ?? '',
  target_type: ({ targetType }) => targetType,
  target_id: ({ targetId }) => targetId,
  about_id: ({ about }) => about?._id ?? '',
  about: ({ about }) => about?.username ?? about?.name ?? '',
  reason: ({ reason }) => reason,
  before: ({ before }) => (before ? JSON.stringify(before) : ''),
  after: ({ after }) => (after ? JSON.stringify(after) : ''),
}

// A spreadsheet would evaluate a value that begins like a formula; names and reasons are user input.
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export async function* csv(batches: AsyncIterable<Entry[]>): AsyncGenerator<string> {
  yield `\ufeff${line(Object.keys(columns))}`
  for await (const batch of batches)
    yield batch.map((entry) => line(Object.values(columns).map((column) => column(entry)))).join('')
}
