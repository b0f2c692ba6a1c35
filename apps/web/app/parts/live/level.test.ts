import { expect, test } from 'vitest'
import { levelOf, peakDb } from './level.ts'

test('the peak is in decibels below the loudest', () => {
  expect(peakDb(new Float32Array([0, -1, 0.5]))).toBe(0)
  expect(peakDb(new Float32Array([0.1, -0.05]))).toBeCloseTo(-20)
  expect(peakDb(new Float32Array([0, 0]))).toBe(-120)
})

test('a pause in speech is not called too quiet, and one loud moment is', () => {
  expect(levelOf([-20, -80]).word).toBe('good')
  expect(levelOf([-80, -43]).word).toBe('quiet')
  expect(levelOf([-1, -30]).word).toBe('loud')
})

test('the bar is empty in silence and full at the loudest', () => {
  expect([levelOf([-120]).share, levelOf([-30]).share, levelOf([0]).share]).toEqual([0, 0.5, 1])
  expect(levelOf([]).share).toBe(0)
})
