import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const valueOf = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1]

// spec: theme.colours
test('the primary colour and that of success are the specification’s, by day and by night', () => {
  expect(valueOf('primary')).toBe('#42b1e8')
  expect(valueOf('success')).toBe('#4ec52a')
})
