import { expect, test } from 'vitest'
import { lengthOf, momentOf, positionOf, readSegments, stretchesOf, writeSegments } from './segment-list.ts'

const start = Date.parse('2026-11-26T20:00:00.000Z')
const list = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-MAP:URI="init-1.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-26T20:00:00.000Z
#EXTINF:2.00000,
0.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-26T20:00:02.000Z
#EXTINF:1.50000,
1.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="init-2.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-26T20:01:00.000Z
#EXTINF:2.00000,
2.m4s
`

test('segments are read as they were written, with their breaks and initialisations', () => {
  const segments = readSegments(list)
  expect(segments.map(({ file, init, isBreak }) => [file, init, isBreak])).toEqual([
    ['0.m4s', 'init-1.mp4', false],
    ['1.m4s', 'init-1.mp4', false],
    ['2.m4s', 'init-2.mp4', true],
  ])
  expect(readSegments(writeSegments(segments))).toEqual(segments)
  expect(writeSegments(segments)).toContain('#EXT-X-ENDLIST')
  expect(readSegments('')).toEqual([])
  expect(readSegments('#EXTM3U\n../secret.m4s\n')).toEqual([])
})

test('a moment has its second in the video, and what lies in a gap comes after it', () => {
  const parts = stretchesOf(readSegments(list))
  expect(parts).toEqual([
    { from: start, to: start + 3_500 },
    { from: start + 60_000, to: start + 62_000 },
  ])
  expect(lengthOf(parts)).toBe(5.5)
  for (const [moment, second] of [
    [-5_000, 0],
    [1_000, 1],
    [3_500, 3.5],
    [30_000, 3.5],
    [61_000, 4.5],
    [90_000, 5.5],
  ] as const)
    expect(positionOf(parts, start + moment)).toBe(second)
  for (const second of [0, 1, 3.4, 3.5, 5.4]) expect(positionOf(parts, momentOf(parts, second))).toBeCloseTo(second)
  expect(momentOf(parts, 100)).toBe(start + 62_000)
})
