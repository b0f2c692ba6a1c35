import { shippedLocales } from '@fanlight/contract/locales'
import { type Built, buildAdmin } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Site, startSite } from './site.ts'

// The lists of the world's languages and countries, rendered on the server for a reader of each language: each has its names from another
// table, and a table that is not there leaves a page that fails or a column that is empty.

let site: Site
let staff: Built
beforeAll(async () => {
  site = await startSite()
  staff = await buildAdmin(site.ctx)
})
afterAll(() => site.stop())

const bare = (html: string) =>
  html
    .replace(/<!--.*?-->|<[^>]*>/gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
const cellsOf = (row: string) => [...row.matchAll(/<(td|th)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inner]) => bare(inner!))
/** The titles of the columns, and the cells of each row. */
function tableIn(html: string): { titles: string[]; rows: string[][] } {
  const [head, ...rows] = [...html.matchAll(/<tr\b[^>]*>(.*?)<\/tr>/gs)].map(([, inner]) => cellsOf(inner!))
  return { titles: head ?? [], rows }
}
const open = async (path: string, locale: string) => {
  const { status, html } = await site.open(path, { ...staff, cookies: { locale } })
  expect([path, locale, status]).toEqual([path, locale, 200])
  expect(html).toContain(`<html lang="${locale}"`)
  return tableIn(html)
}

describe.each([
  [
    '/admin/languages',
    10,
    'q=jpn',
    { 'en-US': 'Japanese', 'ja-JP': '日本語', 'zh-TW': '日文', 'ko-KR': '일본어', ar: 'اليابانية' },
  ],
  [
    '/admin/countries',
    8,
    'q=jpn',
    { 'en-US': 'Japan', 'ja-JP': '日本', 'zh-TW': '日本', 'ko-KR': '일본', ar: 'اليابان' },
  ],
] as const)('%s', (path, columns, search, japan) => {
  test.each(shippedLocales)('has a name in every row and something in every column, read in %s', async (locale) => {
    const { titles, rows } = await open(path, locale)
    expect(titles.length).toBeGreaterThanOrEqual(columns)
    expect(titles).not.toContain('')
    expect(rows.length).toBeGreaterThanOrEqual(50)
    expect(rows.filter(([name]) => !name)).toEqual([])
    for (const [at, title] of titles.entries())
      expect(
        rows.some((cells) => cells[at] && cells[at] !== '–'),
        `${title} is empty`,
      ).toBe(true)
  })

  test.each(shippedLocales)('names in %s what is sought by its code', async (locale) => {
    const { rows } = await open(`${path}?${search}`, locale)
    expect(rows.map(([name]) => name)).toContain((japan as Record<string, string>)[locale])
  })
})
