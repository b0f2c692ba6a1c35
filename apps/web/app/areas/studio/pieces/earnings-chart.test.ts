import { expect, it } from 'vitest'
import { allDays, colorOfKind } from './earnings-chart.tsx'

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

it('each kind of earnings has a colour of its own, whatever it earned', () => {
  const colors = Object.values(colorOfKind)
  expect(Object.keys(colorOfKind)).toEqual(
    expect.arrayContaining(['subscription', 'tip', 'feed', 'video', 'gallery', 'product', 'message']),
  )
  expect(new Set(colors).size).toBe(colors.length)
  expect(colors).not.toContain('--chart-6')
})
