import { expect, test } from 'vitest'
import { csvOf } from './sales-csv.ts'

test('cells with separators are quoted, and what a spreadsheet would run is text', () => {
  expect(
    csvOf([
      ['Number', 'Title', 'Amount'],
      ['7QF2-9KXM', 'Cup, "large"', 45.5],
      ['1', '=HYPERLINK("https://example.com")', -3],
      ['2', 'two\nlines', 0],
    ]),
  ).toBe(
    '\uFEFFNumber,Title,Amount\r\n7QF2-9KXM,"Cup, ""large""",45.5\r\n1,"\'=HYPERLINK(""https://example.com"")",-3\r\n2,"two\nlines",0\r\n',
  )
})
