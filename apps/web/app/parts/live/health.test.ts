import { expect, test } from 'vitest'
import { healthOf, type Reading, readStats } from './health.ts'

const steady: Reading = {
  at: 2_000,
  bytes: 500_000,
  frames: 60,
  lost: 0,
  roundTripMs: 40,
  width: 1280,
  height: 720,
  framesPerSecond: 30,
  isLimited: false,
}
const later: Reading = { ...steady, at: 4_000, bytes: 1_000_000, frames: 120 }
const grade = (changes: Partial<Reading>, isStill = false) => healthOf({ ...later, ...changes }, steady, isStill).grade

test('the upload is what was sent since the reading before', () => {
  expect(healthOf(later, steady, false)).toMatchObject({ kilobitsPerSecond: 2_000, isMoving: true, grade: 'good' })
  expect(healthOf(steady, undefined, false)).toMatchObject({ kilobitsPerSecond: 0, grade: 'good' })
})

test('a connection that begins anew is not said to send less than nothing', () => {
  expect(healthOf({ ...later, bytes: 10 }, steady, false).kilobitsPerSecond).toBe(0)
})

test('lost packets, a long way and few pictures make it unsteady, more of them poor', () => {
  expect([grade({ lost: 0.019 }), grade({ lost: 0.02 }), grade({ lost: 0.08 })]).toEqual(['good', 'unsteady', 'poor'])
  expect([grade({ roundTripMs: 299 }), grade({ roundTripMs: 300 }), grade({ roundTripMs: 800 })]).toEqual([
    'good',
    'unsteady',
    'poor',
  ])
  expect(grade({ isLimited: true })).toBe('unsteady')
  expect([grade({ framesPerSecond: 9 }), grade({ framesPerSecond: 9 }, true)]).toEqual(['poor', 'good'])
})

test('few pictures over a good line are the device’s doing', () => {
  const slow = (changes: Partial<Reading>) => healthOf({ ...later, ...changes }, steady, false).isDeviceSlow
  expect([slow({ framesPerSecond: 5 }), slow({ framesPerSecond: 5, lost: 0.1 }), slow({})]).toEqual([
    true,
    false,
    false,
  ])
})

test('no new picture since the reading before is said', () => {
  expect(healthOf({ ...later, frames: steady.frames }, steady, false).isMoving).toBe(false)
})

test('the browser’s report is read, of whatever it says', () => {
  const entry = (type: string, more: object) => ({ id: type, timestamp: 0, type, ...more }) as unknown as RTCStats
  const report = [
    entry('outbound-rtp', {
      kind: 'video',
      bytesSent: 900,
      framesSent: 7,
      frameWidth: 640,
      frameHeight: 360,
      framesPerSecond: 29.6,
      qualityLimitationReason: 'bandwidth',
    }),
    entry('outbound-rtp', { kind: 'audio', bytesSent: 100 }),
    entry('remote-inbound-rtp', { kind: 'video', fractionLost: 0.25, roundTripTime: 0.2 }),
    entry('candidate-pair', { nominated: true, state: 'succeeded', currentRoundTripTime: 0.05 }),
  ]
  expect(readStats(report, 5)).toEqual({
    at: 5,
    bytes: 1_000,
    frames: 7,
    lost: 0.25,
    roundTripMs: 50,
    width: 640,
    height: 360,
    framesPerSecond: 30,
    isLimited: true,
  })
  expect(readStats([], 5)).toMatchObject({ bytes: 0, lost: 0, roundTripMs: 0, isLimited: false })
})
