import { z } from 'zod'
import { formatName, formatVersion, leftOut, leftOutColumns, subjects } from './contents.ts'

// docs/export.md, written from the subjects themselves: `node apps/server/tools/write-export-page.ts`.

type Shape = {
  type?: string | string[]
  anyOf?: Shape[]
  items?: Shape
  enum?: string[]
  const?: string
  format?: string
  description?: string
  properties?: Record<string, Shape>
}

export function exportPage(): string {
  const lines = [
    '# The data export',
    '',
    'Written by `node apps/server/tools/write-export-page.ts` from `apps/server/src/modules/leaving/exports`. Change the subjects, then run it again.',
    '',
    `Format \`${formatName}\`, version ${formatVersion}. The version is raised when a field changes its meaning or is removed; a new file or field is no`,
    'new version, so readers ignore what they do not know. One ZIP file (with ZIP64 where it is needed) contains:',
    '',
    '- `manifest.json`: format, version, site, account, when the tables were read, how many records each subject has, and `missing`:',
    '  paths of files that existed at that moment and were deleted before they could be added. Programs read this file first.',
    '- `schema.json`: for each subject a JSON Schema of its records.',
    '- `<subject>.json`: `{"format", "version", "subject", "records": […]}`, as below. `<subject>.csv`, where it is named: the same records.',
    '  A cell that begins like a formula has an apostrophe before it.',
    '- `media/<purpose>/<file id>.<extension>` and `identity-documents/<kind>-<id>.<extension>`: files as they were uploaded.',
    '- `README.txt`: for people, in the language of the account.',
    '',
    'All records show one moment of the database. `…Hundredths` are hundredths of a token, `…Minor` the smallest unit of a currency: whole',
    'numbers, never rounded. Times are RFC 3339 in UTC. Ids are UUIDs and the same in every file and every later archive, so that',
    'related records can be joined, also by a site that imports an archive. People other than the owner appear by their username alone,',
    'and by none once they have closed their account.',
  ]
  for (const { name, about, csv, record } of subjects) {
    lines.push(
      '',
      `## ${name}.json${csv ? ` and ${name}.csv` : ''}`,
      '',
      about,
      '',
      '| field | type | |',
      '| --- | --- | --- |',
    )
    const { properties = {} } = z.toJSONSchema(record) as Shape
    for (const [field, shape] of Object.entries(properties))
      lines.push(`| \`${field}\` | ${typeOf(shape)} | ${shape.description ?? ''} |`)
  }
  lines.push(
    '',
    '## What is left out',
    '',
    'A test checks that every table and every column is either above or here.',
    '',
  )
  for (const [name, why] of Object.entries({ ...leftOut, ...leftOutColumns }).toSorted())
    lines.push(`- \`${name}\`: ${why}`)
  return `${lines.join('\n')}\n`
}

function typeOf({ type, anyOf, items, enum: enumValues, const: constant, format, properties }: Shape): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (enumValues) return enumValues.map((value) => `\`${value}\``).join(', ')
  if (constant) return `\`${constant}\``
  if (items) return `list of ${typeOf(items)}`
  if (properties)
    return `{ ${Object.entries(properties)
      .map(([name, shape]) => `\`${name}\`: ${typeOf(shape)}`)
      .join('; ')} }`
  if (format === 'date-time') return 'time'
  if (format === 'date') return 'day'
  if (format === 'uuid') return 'id'
  return String(type ?? 'anything')
}
