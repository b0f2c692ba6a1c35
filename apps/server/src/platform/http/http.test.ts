import { describe, expect, it } from 'vitest'
import { networkOf } from './remote-address.ts'

describe('a limiter’s address', () => {
  it('is the address itself for IPv4', () => expect(networkOf('192.0.2.7')).toBe('192.0.2.7'))
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('is the /64 of %s', (address, network) => expect(networkOf(address)).toBe(network))
})
