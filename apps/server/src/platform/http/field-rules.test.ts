import { username } from '@fanlight/contract/fields'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from './field-rules.ts'

const refusedBy = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).flatMap(fieldsOf).map(({ code, limit }) => [code, limit])

test.each([
  ['a field left out', z.string(), undefined, 'MISSING', undefined],
  ['an empty one', z.string().min(1), '', 'MISSING', undefined],
  ['one of the wrong kind', z.string(), 5, 'WRONG', undefined],
  ['too few characters', z.string().min(3), 'ab', 'TOO_SHORT', 3],
  ['too many', z.string().max(2), 'abc', 'TOO_LONG', 2],
  ['a number below the least', z.number().min(5), 1, 'TOO_SMALL', 5],
  ['one that has to be more', z.number().positive(), 0, 'NOT_ABOVE', 0],
  ['one above the most', z.number().max(5), 6, 'TOO_BIG', 5],
  ['too few chosen', z.array(z.string()).min(2), ['a'], 'TOO_FEW', 2],
  ['too many chosen', z.array(z.string()).max(1), ['a', 'b'], 'TOO_MANY', 1],
  ['none of the options', z.enum(['a', 'b']), 'c', 'NOT_OFFERED', undefined],
  ['what has to be ticked', z.literal(true), false, 'NOT_TICKED', undefined],
  ['no e-mail address', z.email(), 'x', 'EMAIL_SHAPE', undefined],
  ['no date', z.iso.date(), 'x', 'DATE_SHAPE', undefined],
  ['a rule of the contract’s own', username, 'x', 'USERNAME_SHAPE', undefined],
  ['a rule without a message', z.string().refine(() => false), 'x', 'WRONG', undefined],
] as const)('%s has a code for which screens have a text', (_, schema, value, code, limit) => {
  expect(refusedBy(schema, value)).toEqual([[code, limit]])
})

test('an unknown field is named itself', () => {
  const strict = z.strictObject({ one: z.strictObject({}) })
  const issues = strict.safeParse({ one: { two: 1 } }).error!.issues
  expect(issues.flatMap(fieldsOf).map(({ path }) => path)).toEqual(['one.two'])
})
