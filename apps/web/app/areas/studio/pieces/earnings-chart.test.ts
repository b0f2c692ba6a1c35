import { chargeTypes } from '@fanlight/contract/charge-types'
import { expect, it } from 'vitest'
import { allDays, colorOfGroup, groupsOf } from './earnings-chart.tsx'

it('a week has seven days, quiet ones too', () => {
  expect(allDays(['2026-11-18'], 7, new Date('2026-11-21T05:00:00Z'))).toEqual([
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
  ])
})
it('ends with the newest day there is, where the creator is a day ahead', () => {
  expect(allDays(['2026-11-22'], 2, new Date('2026-11-21T23:00:00Z'))).toEqual(['2026-11-21', '2026-11-22'])
})

it('each group has a colour of its own, and every kind belongs to one', () => {
  const colors = Object.values(colorOfGroup)
  expect(new Set(colors).size).toBe(colors.length)
  const all = chargeTypes.map((type) => ({ type, net: 1, count: 2 }))
  expect(groupsOf(all).reduce((sum, { net }) => sum + net, 0)).toBe(chargeTypes.length)
  expect(
    groupsOf([
      { type: 'video', net: 3, count: 1 },
      { type: 'feed', net: 4, count: 2 },
    ]),
  ).toEqual([{ group: 'unlocks', net: 7, count: 3 }])
})
