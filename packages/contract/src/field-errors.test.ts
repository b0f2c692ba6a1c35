import { expect, test } from 'vitest'
import { z } from 'zod'
import { declared } from './contract.ts'
import { errors } from './errors.ts'
import { fieldErrors } from './field-errors.ts'
import { settingsSchema } from './settings.ts'

const texts = new Set<string>(Object.values(fieldErrors))

/** Every text of its own that a schema may refuse with, and those of what it is made of. */
function ownTexts(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const def = schema instanceof z.ZodType ? schema._zod.def : schema
  return Object.values(def as Record<string, unknown>).flatMap((part) => {
    if (typeof part === 'function') return []
    if (Array.isArray(part)) return part.flatMap((entry: unknown) => [...issuesOf(entry), ...ownTexts(entry, seen)])
    return [...issuesOf(part), ...ownTexts(part, seen)]
  })
}

/** What a schema, or one of its checks, says by itself. */
function issuesOf(part: unknown): string[] {
  const def = (part as { _zod?: { def: { error?: unknown } } } | null)?._zod?.def
  if (typeof def?.error !== 'function') return []
  const error = def.error as (issue: object) => unknown
  const text = error({ code: 'custom', input: undefined, path: [], issues: [] })
  return typeof text === 'string' ? [text] : []
}

test('every language has a text for each field error of a schema', () => {
  const schemas = declared.flatMap(({ body, query, params }) => [body, query, params])
  const found = [...schemas, settingsSchema].flatMap((schema) => [...issuesOf(schema), ...ownTexts(schema)])
  // Checks that the walk reaches the fields: otherwise a walk that stops at the first level would pass unnoticed.
  expect(found).toContain(fieldErrors.USERNAME_SHAPE)
  expect(found).toContain(fieldErrors.AMOUNT_SHAPE)
  expect(found).toContain(fieldErrors.OPTIONS_SAME)
  expect(found.filter((text) => !texts.has(text))).toEqual([])
})

test('no text is used twice, so that its code can be found by it', () => {
  expect(texts.size).toBe(Object.keys(fieldErrors).length)
})

test('no field error has the code of a refusal, because a screen could not choose between the two texts', () => {
  expect(Object.keys(fieldErrors).filter((code) => code in errors)).toEqual([])
})
