import { expect, test } from 'vitest'
import { chaptersOf, tipsAlong } from './chapters.ts'

const tip = (at: number, tokens: number, order: string | null = null) => ({ at, tokens, order })

test('a goal has its chapter where it was reached, and none where it was not', () => {
  const tips = [tip(40, 100), tip(100, 100), tip(200, 150)]
  const goal = (tokens: number, from = 0, until = 600) => ({ title: `${tokens}`, tokens, from, until })
  const goals = (all: Parameters<typeof chaptersOf>[1]) =>
    chaptersOf(tips, all, 600).filter(({ kind }) => kind === 'goal')
  expect(goals([goal(200)])).toEqual([{ at: 100, kind: 'goal', title: '200', tokens: 200 }])
  // What came before it was set, or after it ended, does not count.
  expect(goals([goal(200, 50)])).toEqual([{ at: 200, kind: 'goal', title: '200', tokens: 200 }])
  expect(goals([goal(200, 50, 150)])).toEqual([])
  expect(goals([goal(351)])).toEqual([])
})

test('what was asked for has chapters, the largest first where there are too many, in order and apart', () => {
  const tips = Array.from({ length: 40 }, (_, n) => tip(20 + n * 20, 10 + n, `Order ${n}`))
  const chapters = chaptersOf(tips, [], 1_000)
  expect(chapters.map(({ at }) => at)).toEqual(chapters.map(({ at }) => at).toSorted((a, b) => a - b))
  expect(chapters[0]).toEqual({ at: 0, kind: 'start', title: '', tokens: null })
  expect(chapters.filter(({ kind }) => kind === 'order').map(({ title }) => title)).toEqual(
    [34, 35, 36, 37, 38, 39].map((n) => `Order ${n}`),
  )
  const close = chaptersOf([tip(50, 500, 'Bowl'), tip(55, 100, 'Cup')], [], 1_000)
  expect(close.map(({ title }) => title)).toEqual(['', 'Bowl'])
})

test('many tips at once are a peak; a stream without tips has its start alone', () => {
  const usual = Array.from({ length: 60 }, (_, n) => tip(n * 10, 10))
  const chapters = chaptersOf([...usual, tip(303, 300)], [], 600)
  expect(chapters).toEqual([
    { at: 0, kind: 'start', title: '', tokens: null },
    { at: 300, kind: 'peak', title: '', tokens: 310 },
  ])
  expect(chaptersOf([], [], 600)).toHaveLength(1)
  expect(chaptersOf([tip(1, 10)], [], 3)).toHaveLength(1)
})

test('tips are added up along the whole video', () => {
  expect(tipsAlong([tip(0, 5), tip(9.9, 5), tip(10, 7)], 10)).toEqual([5, 12])
  expect(tipsAlong([tip(1, 5)], 0.5)).toEqual([5])
  expect(tipsAlong([], 3_600)).toHaveLength(60)
})

test('what was marked is a chapter where it was marked, however many are found besides', () => {
  const tips = Array.from({ length: 40 }, (_, n) => tip(20 + n * 20, 10 + n, `Order ${n}`))
  const markers = [
    { at: 3, label: '' },
    { at: 5, label: 'The glaze' },
    { at: 401, label: 'A crack' },
  ]
  const chapters = chaptersOf(tips, [], 1_000, markers)
  expect(chapters.filter(({ kind }) => kind === 'marker').map(({ at, title }) => [at, title])).toEqual([
    [3, ''],
    [5, 'The glaze'],
    [401, 'A crack'],
  ])
  // Nothing else is close to them, and the rest is there.
  expect(chapters.filter(({ kind, at }) => kind !== 'marker' && at > 391 && at < 411)).toEqual([])
  expect(chapters.some(({ kind }) => kind === 'order')).toBe(true)
})
