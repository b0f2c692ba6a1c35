import { describe, expect, it } from 'vitest'
import { offersFor } from './offers.ts'

const site = { packages: [], tokenValue: 0.1, currency: 'USD', least: 2.95, most: 300 }

describe('how the missing tokens are added by card', () => {
  it.each([
    [375, { price: 37.5, tokens: 375, stays: 0 }],
    [90, { price: 9, tokens: 90, stays: 0 }],
    // A part of a cent is a whole one, and what it buys besides stays.
    [37.55, { price: 3.76, tokens: 37.6, stays: 0.05 }],
    // The least that a card pays.
    [5, { price: 2.95, tokens: 29.5, stays: 24.5 }],
  ])('%d tokens', (missing, offer) => {
    expect(offersFor({ ...site, missing })).toEqual([{ id: 'exact', bonus: 0, ...offer }])
  })

  it('never adds fewer than are missing, whatever a token is worth', () => {
    for (const tokenValue of [0.1, 0.07, 0.333333, 1.5, 13])
      for (const currency of ['USD', 'JPY', 'KWD'])
        for (const missing of [0.01, 1, 33.33, 90, 199.99]) {
          const [offer] = offersFor({ ...site, missing, tokenValue, currency, least: 1, most: 100_000 })
          expect(offer!.tokens, `${missing} at ${tokenValue} ${currency}`).toBeGreaterThanOrEqual(missing)
        }
  })

  it('offers the cheapest package that is enough and adds free tokens', () => {
    const packages = [
      { _id: 'small', tokens: 100, bonus: 5, price: 10 },
      { _id: 'plain', tokens: 400, bonus: 0, price: 40 },
      { _id: 'good', tokens: 500, bonus: 40, price: 50 },
      { _id: 'large', tokens: 1000, bonus: 100, price: 100 },
    ]
    expect(offersFor({ ...site, packages, missing: 375 })).toEqual([
      { id: 'exact', price: 37.5, tokens: 375, bonus: 0, stays: 0 },
      { id: 'good', packageId: 'good', price: 50, tokens: 540, bonus: 40, stays: 165 },
    ])
  })

  it('offers nothing above the most that one payment adds', () => {
    expect(offersFor({ ...site, missing: 3001 })).toEqual([])
  })
})
