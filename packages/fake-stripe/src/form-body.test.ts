import { expect, test } from 'vitest'
import { readForm } from './form-body.ts'

test('a form body nests as its brackets say', () => {
  expect(readForm('amount=500&metadata[paymentId]=p1&expand[]=latest_charge&expand[]=customer&a[b][c]=d+e')).toEqual({
    amount: '500',
    metadata: { paymentId: 'p1' },
    expand: { 0: 'latest_charge', 1: 'customer' },
    a: { b: { c: 'd e' } },
  })
})

test('no name in a form reaches what all objects share', () => {
  for (const name of ['__proto__[polluted]', 'constructor[prototype][polluted]', 'a[__proto__][polluted]'])
    readForm(`${name}=yes`)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
