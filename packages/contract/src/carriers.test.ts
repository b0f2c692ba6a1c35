import { expect, it } from 'vitest'
import { carriers, trackingOf } from './carriers.ts'

it('leads to the page of a known carrier, and nowhere else', () => {
  expect(trackingOf({ carrier: 'royal mail, International Tracked', trackingCode: 'RN 4821 0937 5GB' })).toEqual({
    name: 'Royal Mail',
    url: 'https://www.royalmail.com/track-your-item#/tracking-results/RN482109375GB',
  })
  for (const [carrier, trackingCode] of [
    ['UPSer', '1Z999AA10123456784'],
    ['Northport Post', 'NP1234567'],
    ['UPS', ''],
    ['UPS', '"><script>'],
    ['UPS', '../../evil'],
    ['', 'NP1234567'],
  ] as const)
    expect(trackingOf({ carrier, trackingCode }), `${carrier} ${trackingCode}`).toBeNull()
})

it('knows https pages alone', () => {
  for (const { url } of carriers) {
    expect(url.startsWith('https://')).toBe(true)
    expect(url.split('{code}')).toHaveLength(2)
  }
})
