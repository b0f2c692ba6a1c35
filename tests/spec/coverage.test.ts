import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { coverage, coveragePage, coveredIn, isCovered } from './coverage.ts'

const page = readFileSync(new URL('../../docs/spec-coverage.md', import.meta.url), 'utf8')

describe('the specification', () => {
  it('loses no row that was covered', () => {
    const now = new Set(
      coverage()
        .filter(isCovered)
        .map((row) => row.id),
    )
    expect(coveredIn(page).filter((id) => !now.has(id))).toEqual([])
  })

  it('has a page that says what is true', () => {
    expect(page).toBe(coveragePage(coverage()))
  })

  it('notices a row that nothing shows', () => {
    const rows = coverage().map((row) => ({ ...row, tests: [] }))
    expect(rows.filter(isCovered)).toEqual([])
  })
})
