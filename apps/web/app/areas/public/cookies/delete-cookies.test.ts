import { expect, test } from 'vitest'
import { expiredCookies } from './delete-cookies.ts'

test('ends each of them for our name and the names above it, and no other cookie', () => {
  expect(expiredCookies('token=x; _ga=GA1.1.2; _ga_AB12=GS1; _gap; a_ga=1', 'https://fans.example.com')).toEqual(
    ['_ga', '_ga_AB12', '_gap'].flatMap((name) =>
      ['', '; Domain=fans.example.com', '; Domain=example.com'].map(
        (domain) => `${name}=; Path=/; Max-Age=0; SameSite=Lax${domain}`,
      ),
    ),
  )
})

test('an address of numbers, and a machine’s own name, have no names above them', () => {
  for (const origin of ['http://127.0.0.1:3000', 'http://[::1]', 'http://localhost:3000'])
    expect(expiredCookies('_ga=1', origin)).toEqual(['_ga=; Path=/; Max-Age=0; SameSite=Lax'])
})

test('a page full of them is not answered with a page full of cookies', () => {
  const header = Array.from({ length: 500 }, (_, at) => `_ga_${at}=1`).join('; ')
  expect(expiredCookies(header, 'http://localhost').length).toBe(20)
  expect(expiredCookies(null, 'http://localhost')).toEqual([])
})
