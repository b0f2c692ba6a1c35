import { expect, test } from 'vitest'
import { FilmAddresses, readMaster, readParts } from './addresses.ts'

const master = (turn: number) =>
  `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,CODECS="avc1"\n/media/list${turn}/index.m3u8\n`
const list = (turn: number) =>
  `#EXTM3U\n#EXT-X-MAP:URI="/media/init${turn}/init.mp4"\n#EXTINF:4,\n/media/a${turn}/s00000.m4s\n#EXTINF:4,\n/media/b${turn}/s00001.m4s\n`

function film({ isAllowed = true } = {}) {
  const asked: string[] = []
  let [now, turn] = [0, 0]
  const addresses = new FilmAddresses('/media/m0/master.m3u8', {
    now: () => now,
    async renew() {
      asked.push('renew')
      turn++
      return isAllowed ? `/media/m${turn}/master.m3u8` : null
    },
    async fetchText(url) {
      asked.push(url)
      return url.endsWith('master.m3u8') ? master(turn) : list(turn)
    },
  })
  addresses.noteRead(360)
  return { addresses, asked, wait: (minutes: number) => (now += minutes * 60_000) }
}

test('reads qualities and parts out of playlists', () => {
  expect([...readMaster(master(3))]).toEqual([[360, '/media/list3/index.m3u8']])
  expect([...readParts(list(1)).keys()]).toEqual(['init.mp4', 's00000.m4s', 's00001.m4s'])
})

test('what was read a moment ago is used as it is', () => {
  const { addresses, asked, wait } = film()
  wait(3)
  expect([addresses.isStale(360), asked]).toEqual([false, []])
})

test('after ten minutes a part gets a new address, and its neighbours with it', async () => {
  const { addresses, asked, wait } = film()
  wait(10)
  expect(addresses.isStale(360)).toBe(true)
  const both = await Promise.all([
    addresses.partOf(360, 's00000.m4s', false),
    addresses.partOf(360, 's00001.m4s', false),
  ])
  expect(both).toEqual(['/media/a1/s00000.m4s', '/media/b1/s00001.m4s'])
  expect(await addresses.partOf(360, 's00000.m4s', false)).toBe('/media/a1/s00000.m4s')
  expect(asked).toEqual(['renew', '/media/m1/master.m3u8', '/media/list1/index.m3u8'])
})

test('a quality that is chosen after a long pause is read by a new address', async () => {
  const { addresses, wait } = film()
  expect(addresses.arePlaylistsStale()).toBe(false)
  wait(10)
  expect(addresses.arePlaylistsStale()).toBe(true)
  expect(await addresses.playlistOf(360, false)).toBe('/media/list1/index.m3u8')
})

test('a refused address is renewed however young it is', async () => {
  const { addresses, asked } = film()
  expect(await addresses.partOf(360, 's00001.m4s', true)).toBe('/media/b1/s00001.m4s')
  expect(asked[0]).toBe('renew')
})

test('somebody who may no longer see the film gets no address', async () => {
  const { addresses, wait } = film({ isAllowed: false })
  wait(10)
  expect(await addresses.partOf(360, 's00000.m4s', false)).toBeNull()
})
