import { expect, test } from 'vitest'
import { RenewedBase } from './renewed-base.ts'

function built({ isAllowed = true } = {}) {
  let [now, turn] = [0, 0]
  const base = new RenewedBase('https://media.example/media/t0/', {
    now: () => now,
    async renew() {
      turn++
      return isAllowed ? `https://media.example/media/t${turn}/` : null
    },
  })
  return { base, turns: () => turn, wait: (minutes: number) => (now += minutes * 60_000) }
}
const segment = 'https://media.example/media/t0/hls-360/s00001.m4s'

test('a young base is used as it is, and an old one may have expired', () => {
  const { base, wait } = built()
  wait(3)
  expect([base.isStale, base.apply(segment)]).toEqual([false, segment])
  wait(1)
  expect(base.isStale).toBe(true)
})

test('a renewed base is put in place of the old one, whatever lies behind it', async () => {
  const { base, wait } = built()
  wait(10)
  expect(await base.renew()).toBe(true)
  expect(base.isStale).toBe(false)
  expect(
    ['master.m3u8', 'hls-360/index.m3u8', 'hls-360/init.mp4'].map((part) => base.apply(`/media/t0/${part}`)),
  ).toEqual([
    'https://media.example/media/t1/master.m3u8',
    'https://media.example/media/t1/hls-360/index.m3u8',
    'https://media.example/media/t1/hls-360/init.mp4',
  ])
})

test('parts that are fetched together renew once', async () => {
  const { base, turns } = built()
  expect(await Promise.all([base.renew(), base.renew(), base.renew()])).toEqual([true, true, true])
  expect([turns(), base.apply(segment)]).toEqual([1, 'https://media.example/media/t1/hls-360/s00001.m4s'])
  await base.renew()
  expect(turns()).toBe(2)
})

test('a viewer who may no longer see the file gets no base', async () => {
  const { base } = built({ isAllowed: false })
  expect([await base.renew(), base.apply(segment)]).toEqual([false, segment])
})
