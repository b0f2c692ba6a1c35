import { describe, expect, it } from 'vitest'
import { withState } from '../forms/use-toggle.ts'
import { clock } from './duration.ts'

describe('a duration on a thumbnail', () => {
  it.each([
    [0, '0:00'],
    [272_000, '4:32'],
    [3_849_999, '1:04:09'],
    [-5, '0:00'],
  ])('%i ms reads %s', (ms, label) => {
    expect(clock(ms)).toBe(label)
  })
})

describe('a like that is sent to the server', () => {
  it('counts once however often the same state is sent', () => {
    const liked = withState({ on: false, count: 4 }, true)
    expect(withState(liked, true)).toEqual({ on: true, count: 5 })
  })
  it('never counts below zero', () => {
    expect(withState({ on: true, count: 0 }, false)).toEqual({ on: false, count: 0 })
  })
})
