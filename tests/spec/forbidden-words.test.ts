import { expect, test } from 'vitest'
import { compareWords, readCounts, writeCounts } from '../../scripts/forbidden-words.ts'

const words = [
  { words: ['asked'], use: 'requested' },
  { words: ['picture'], use: 'image', allow: [{ text: '</?picture' }, { file: '\\.css$' }] },
]
const problemsOf = (name: string, text: string, left = '') =>
  compareWords([{ name, text }], words, readCounts(left)).problems

test.each(['asked', 'askedAt', 'wasAsked', 'was_asked', 'ASKED', '// Nobody asked.'])(
  '%s is named, with its line',
  (line) => {
    expect(problemsOf('a.ts', `const one = 1\n${line}\n`)).toEqual(['a.ts:2 says “asked”; use: requested'])
  },
)

test.each(['tasked', 'basketed', 'requested'])('%s is another word', (line) => {
  expect(problemsOf('a.ts', line)).toEqual([])
})

test('a word is right where the list says so, and nowhere else', () => {
  expect(problemsOf('a.tsx', '<picture>')).toEqual([])
  expect(problemsOf('a.css', 'picture { display: block }')).toEqual([])
  expect(problemsOf('a.tsx', '<picture title={picture}>')).toHaveLength(1)
})

test('what is left may fall and move, and not grow', () => {
  const left = 'a.ts\tasked:2\nb.ts\tasked:1\n'
  expect(problemsOf('a.ts', 'asked\nasked', left)).toEqual([])
  expect(problemsOf('c.ts', 'asked\nasked\nasked', left)).toEqual([])
  expect(problemsOf('a.ts', 'asked\nasked\nasked\nasked', left)).toHaveLength(4)
})

test('the list of what is left reads as it was written', () => {
  const text = 'a.ts\tasked:2 picture:1\nb.ts\tasked:1\n'
  expect(writeCounts(readCounts(text))).toBe(text)
  expect(writeCounts(compareWords([{ name: 'b.ts', text: 'asked' }], words, readCounts(text)).counted)).toBe(
    'b.ts\tasked:1\n',
  )
})
