import { expect, test } from 'vitest'
import { Backlog } from './backlog.ts'

/** Sends a packet each 10 ms of a clock of its own. */
function sending({ from = 0, count = 100, at = 0 }, to: Backlog): void {
  for (let n = 0; n < count; n++) to.sent((from + n) & 0xffff, at + n * 10)
}

test('video goes on while packets arrive in time, and is held once the oldest on the way is too old', () => {
  const backlog = new Backlog()
  sending({ count: 101 }, backlog)
  backlog.reported(40, 1_000)
  expect(backlog.holds(1_000)).toBe(false)
  backlog.reported(40, 1_110)
  expect(backlog.holds(1_110)).toBe(false)
  backlog.reported(40, 1_111)
  expect(backlog.holds(1_111)).toBe(true)
})

test('it goes on when all that was sent has arrived, and says so once', () => {
  const backlog = new Backlog()
  sending({ from: 65_500, count: 101 }, backlog)
  backlog.reported(65_510, 2_000)
  expect(backlog.reported(63, 3_000)).toBe(false)
  expect(backlog.holds(3_000)).toBe(true)
  expect(backlog.reported(64, 4_000)).toBe(true)
  expect(backlog.holds(4_000)).toBe(false)
  expect(backlog.reported(64, 5_000)).toBe(false)
})

test('a pause of the publisher is no lag', () => {
  const backlog = new Backlog()
  sending({ count: 100 }, backlog)
  backlog.reported(99, 1_000)
  backlog.reported(99, 60_000)
  expect(backlog.holds(60_000)).toBe(false)
  // The report was under way when the first packet after the pause was sent.
  backlog.sent(100, 60_001)
  backlog.reported(99, 60_050)
  expect(backlog.holds(60_050)).toBe(false)
})

test('numbers that never came from the publisher are as old as the next one', () => {
  const backlog = new Backlog()
  sending({ count: 2_100 }, backlog)
  backlog.reported(2_099, 21_000)
  backlog.sent(2_105, 30_000)
  backlog.reported(2_099, 30_100)
  expect(backlog.holds(30_100)).toBe(false)
})

test('what was lost at the end is not waited for', () => {
  const backlog = new Backlog()
  sending({ count: 100 }, backlog)
  backlog.reported(10, 1_000)
  expect(backlog.holds(4_000)).toBe(true)
  // Something still comes, so the rest may.
  backlog.reported(20, 3_500)
  expect(backlog.holds(6_500)).toBe(true)
  expect(backlog.holds(6_501)).toBe(false)
  backlog.reported(20, 6_600)
  expect(backlog.holds(6_600)).toBe(false)
  // Only what is sent from then on counts.
  backlog.sent(100, 7_000)
  backlog.reported(20, 7_701)
  expect(backlog.holds(7_701)).toBe(true)
})

test('a viewer who lacks more than is remembered is behind', () => {
  const backlog = new Backlog()
  for (let sequence = 0; sequence < 5_000; sequence++) backlog.sent(sequence, 1_000)
  backlog.reported(0, 1_001)
  expect(backlog.holds(1_001)).toBe(true)
})

test('a report of what was never sent, or of less than before, changes nothing', () => {
  const backlog = new Backlog()
  expect(backlog.reported(5, 0)).toBe(false)
  sending({ count: 100 }, backlog)
  backlog.reported(5_000, 60_000)
  expect(backlog.holds(60_000)).toBe(false)
  backlog.reported(99, 1_000)
  backlog.reported(3, 60_000)
  expect(backlog.holds(60_000)).toBe(false)
})

test('repeats are not sent anew', () => {
  const backlog = new Backlog()
  sending({ count: 100 }, backlog)
  backlog.sent(50, 5_000)
  backlog.reported(49, 5_001)
  expect(backlog.holds(5_001)).toBe(true)
})
