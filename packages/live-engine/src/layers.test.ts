import { expect, test } from 'vitest'
import { LayerChoice } from './layers.ts'

const both = { full: true, small: true }

test('the full size is sent, and the small one from its next keyframe on where a line is too narrow', () => {
  const choice = new LayerChoice()
  expect(choice.takes('full', true)).toBe(true)
  expect(choice.takes('small', true)).toBe(false)
  choice.tooMuch(0)
  expect([choice.wanted, choice.isChanging]).toEqual(['small', true])
  // Until then the one before goes on.
  expect([choice.takes('small', false), choice.takes('full', false)]).toEqual([false, true])
  expect([choice.takes('small', true), choice.takes('full', true)]).toEqual([true, false])
  expect(choice.isChanging).toBe(false)
})

test('three reports in a row that say much was lost are too much, two are not', () => {
  const choice = new LayerChoice()
  for (const [at, lost] of [60, 60, 0, 60, 60].entries()) choice.reported(lost, at * 1_000)
  expect(choice.wanted).toBe('full')
  choice.reported(60, 5_000)
  expect(choice.wanted).toBe('small')
})

test('the full size is tried again after ten seconds, and half as often each time that fails', () => {
  const choice = new LayerChoice()
  choice.tooMuch(0)
  const triedAfter = (from: number) => {
    let now = from
    while (choice.wanted === 'small') choice.review(both, (now += 500))
    return now - from
  }
  const waits = []
  for (let now = 0, n = 0; n < 6; n++) {
    const wait = triedAfter(now)
    waits.push(wait)
    now += wait + 2_000
    choice.tooMuch(now)
  }
  expect(waits).toEqual([10_000, 20_000, 40_000, 80_000, 120_000, 120_000])
  // One that went well for long makes the next wait short again.
  const now = 1_000_000
  choice.review(both, now)
  choice.tooMuch(now + 60_000)
  expect(triedAfter(now + 60_000)).toBe(10_000)
})

test('a size that does not come is not waited for', () => {
  const choice = new LayerChoice()
  choice.review({ full: false, small: true }, 0)
  expect(choice.wanted).toBe('small')
  choice.takes('small', true)
  choice.review(both, 500)
  expect(choice.wanted).toBe('full')
  // A publisher who sends one size, after one who sent two.
  choice.tooMuch(1_000)
  choice.review({ full: true, small: false }, 1_500)
  expect(choice.wanted).toBe('full')
  // Nobody publishes: nothing changes.
  choice.review({ full: false, small: false }, 2_000)
  expect(choice.wanted).toBe('full')
})
