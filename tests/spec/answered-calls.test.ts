import { describe, expect, it } from 'vitest'
import { type Claims, unclaimedCalls, unfoundedClaims, updatedClaims } from './answered-calls.ts'
import type { TestRecords } from '../test-records.ts'

const records = (calls: Record<string, string[]>): TestRecords =>
  new Map(Object.entries(calls).map(([file, answered]) => [file, { seconds: 1, calls: answered }]))
const claims = (files: Record<string, string[]>): Claims => new Map(Object.entries(files))
const isThere = () => true

describe('the claims', () => {
  it('gain what a run recorded, files of few calls first', () => {
    const ran = records({
      'wide.test.ts': ['GET /a', 'GET /b'],
      'narrow.test.ts': ['GET /a'],
      'late.test.ts': ['GET /a'],
    })
    expect(updatedClaims(claims({}), ran, isThere)).toEqual(
      claims({ 'GET /a': ['late.test.ts', 'narrow.test.ts'], 'GET /b': ['wide.test.ts'] }),
    )
  })

  it('stay where their file did not run', () => {
    const before = claims({ 'GET /a': ['other.test.ts'] })
    expect(updatedClaims(before, records({ 'one.test.ts': [] }), isThere)).toEqual(before)
  })

  it('go when their file is gone or has the call answered no more', () => {
    const before = claims({ 'GET /a': ['gone.test.ts'], 'GET /b': ['changed.test.ts'] })
    const ran = records({ 'changed.test.ts': ['GET /c'] })
    expect(updatedClaims(before, ran, (file) => file !== 'gone.test.ts')).toEqual(
      claims({ 'GET /c': ['changed.test.ts'] }),
    )
  })

  it('name a page in a browser only for calls that nothing else has answered', () => {
    const before = claims({ 'GET /a': ['tests/browser/journeys/home.test.ts'] })
    const ran = records({ 'a.test.ts': ['GET /a'], 'tests/pages/cookies.test.ts': ['GET /a', 'GET /b'] })
    expect(updatedClaims(before, ran, isThere)).toEqual(
      claims({ 'GET /a': ['a.test.ts'], 'GET /b': ['tests/pages/cookies.test.ts'] }),
    )
  })

  it('lack a call that a run had answered and that none of them names', () => {
    const before = claims({ 'GET /a': ['one.test.ts'] })
    expect(unclaimedCalls(before, records({ 'one.test.ts': ['GET /a'], 'two.test.ts': ['GET /b', 'GET /a'] }))).toEqual(
      ['GET /b is answered with success, and missing'],
    )
    expect(unclaimedCalls(before, records({ 'one.test.ts': ['GET /a'] }))).toEqual([])
  })

  it('are unfounded where a run of all tests did not see them', () => {
    const before = claims({ 'GET /a': ['one.test.ts', 'two.test.ts'] })
    expect(unfoundedClaims(before, records({ 'one.test.ts': ['GET /a'], 'two.test.ts': [] }))).toEqual([
      'GET /a is not answered with success in two.test.ts',
    ])
  })
})
