import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { addressReader, isPublic, plainAddress, proxyProblem } from './remote-address.ts'

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as FastifyRequest['raw']

test.each([
  ['1.2.3.4', '1.2.3.4'],
  [' 1.2.3.4 ', '1.2.3.4'],
  ['1.2.3.4:5678', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['2001:DB8::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['', undefined],
  ['unknown', undefined],
  ['1', undefined],
  ['0x7f.1', undefined],
  ['1.2.3', undefined],
  ['1.2.3.400', undefined],
  ['_hidden', undefined],
  ["1.2.3.4'; DROP TABLE sessions", undefined],
])('%s is written %s', (given, plain) => {
  expect(plainAddress(given)).toBe(plain)
})

describe('a header', () => {
  const headers = {
    'x-forwarded-for': '133.1.1.1',
    forwarded: 'for=133.1.1.1',
    'x-real-ip': '133.1.1.1',
    'cf-connecting-ip': '133.1.1.1',
    'true-client-ip': '133.1.1.1',
    'x-client-ip': '133.1.1.1',
  }
  test('of who is no proxy of ours changes nothing', () => {
    for (const proxies of [[], ['10.0.0.5'], ['192.168.0.0/16']])
      expect(addressReader(proxies)(from('217.0.0.1', headers))).toBe('217.0.0.1')
  })
  test('of our proxy is believed for what it wrote itself, and only the one header', () => {
    const addressOf = addressReader(['10.0.0.5', 'fd00::/8'])
    const through = (list: string, proxy = '10.0.0.5') =>
      addressOf(from(proxy, { ...headers, 'x-forwarded-for': list }))
    expect(through('133.1.1.1')).toBe('133.1.1.1')
    // Everything the visitor sent is to the left of what the proxy appended.
    expect(through('8.8.8.8, 133.1.1.1')).toBe('133.1.1.1')
    expect(through('8.8.8.8, 133.1.1.1, 10.0.0.5')).toBe('133.1.1.1')
    expect(through('133.1.1.1', '::ffff:10.0.0.5')).toBe('133.1.1.1')
    expect(through('2003::1', 'fd00::7')).toBe('2003::1')
    expect(through('133.1.1.1:50123')).toBe('133.1.1.1')
    expect(through('::ffff:133.1.1.1')).toBe('133.1.1.1')
    for (const nonsense of ['', 'unknown', ',', ', ,', 'rubbish, _hidden', '133.1.1.1, unknown', '%00'])
      expect(through(nonsense), nonsense).toBe('10.0.0.5')
    const { 'x-forwarded-for': _, ...others } = headers
    expect(addressOf(from('10.0.0.5', others))).toBe('10.0.0.5')
  })
  test('is not believed from beside the proxy', () => {
    expect(addressReader(['10.0.0.5'])(from('10.0.0.6', headers))).toBe('10.0.0.6')
  })
})

test('what is not of the Internet is not public', () => {
  for (const address of ['8.8.8.8', '133.1.1.1', '2003::1']) expect(isPublic(address), address).toBe(true)
  for (const address of (
    '127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.1.1 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 192.0.2.1 203.0.113.5 ' +
    '::1 :: fe80::1 fd00::1 ff02::1 2001:db8::1 64:ff9b::808:808'
  ).split(' '))
    expect(isPublic(address), address).toBe(false)
  expect(isPublic('rubbish')).toBe(false)
})

test('a list of proxies is checked', () => {
  expect(proxyProblem(['10.0.0.5', '10.0.0.0/8', 'loopback', '::1'])).toBeUndefined()
  expect(proxyProblem(['my-proxy'])).toMatch(/addresses and networks/)
})
