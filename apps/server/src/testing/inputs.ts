import { z } from 'zod'

// What a call may be sent, made from its own schema: a plausible value, and endless bad ones.

// JSON Schema is a tree of anything
type Json = any
export const jsonSchema = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
/** What an answer of this schema may carry. */
export const outputSchema = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })

const candidates = [
  'DE',
  'de',
  'en',
  'abc_def1',
  'AAAAAAAA',
  '0',
  '1.1',
  '2020-02-02',
  'a'.repeat(64),
  'https://example.com/',
]

/** A value that has the right shape, all optional fields filled in. */
export function sampleOf(schema: Json): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return sampleOf(choices.find((choice: Json) => choice.type !== 'null') ?? choices[0])
  if (schema.allOf) return sampleOf(schema.allOf[0])
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sampleOf(property)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items ?? {}))
    case 'string':
      return sampleText(schema)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? schema.exclusiveMinimum ?? 1, 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 12
  }
}
function sampleText(schema: Json): string {
  const byFormat: Record<string, string> = {
    uuid: '01890000-0000-7000-8000-000000000000',
    email: 'someone@example.com',
    date: '1990-01-01',
    'date-time': '2020-01-01T00:00:00Z',
    uri: 'https://example.com/',
  }
  if (schema.format && byFormat[schema.format]) return byFormat[schema.format]!
  if (schema.pattern) return candidates.find((candidate) => new RegExp(schema.pattern).test(candidate)) ?? 'x'
  return 'x'.repeat(Math.min(Math.max(schema.minLength ?? 1, 1), 100))
}

export const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.005,
  1e308,
  2 ** 53 + 2,
  Number.MIN_SAFE_INTEGER,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202egnp.exe',
  '１２３',
  '-0',
  'NaN',
  '1e400',
  "' OR 1=1 --",
  '"; DROP TABLE accounts; --',
  '${7*7}',
  '{{7*7}}',
  '<svg/onload=alert(1)>',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '\\',
  'x'.repeat(5_000),
  '💡'.repeat(300),
  'ﷺ'.repeat(2_000),
  [],
  [[]],
  [null],
  Array(500).fill('x'),
  {},
  { $ne: null },
  { length: 1e9 },
  { toString: 'x' },
  { constructor: { prototype: {} } },
  '2024-02-30',
  '9999999-01-01',
  '0000-00-00',
  '2020-01-01T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  'not-a-uuid',
  'https://',
  'javascript:alert(1)',
  'http://[::1',
  '+1',
  'Infinity',
  '0x10',
  '[]',
  'null',
  'true',
]

/** Random numbers that a seed repeats. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** A value that is wrong somewhere: at its root, in one leaf, with a field too many or too few. */
export function hostileOf(schema: Json, random: (below: number) => number, base: unknown = sampleOf(schema)): unknown {
  const bad = hostileValues[random(hostileValues.length)]
  const value = structuredClone(base)
  if (value === null || typeof value !== 'object' || random(10) === 0) return bad
  const slots = slotsIn(value)
  if (slots.length === 0) return { [`field${random(9)}`]: bad }
  const { container, key } = slots[random(slots.length)]!
  switch (random(8)) {
    case 0:
      delete container[key]
      break
    case 1:
      container[`extra_${random(99)}`] = bad
      break
    default:
      container[key] = bad
  }
  return value
}
function slotsIn(value: Json): { container: Json; key: string }[] {
  if (value === null || typeof value !== 'object') return []
  return Object.keys(value).flatMap((key) => [{ container: value, key }, ...slotsIn(value[key])])
}

/** Strings, lists and numbers of a schema that have no upper bound, by their path. */
export function unboundedIn(schema: Json, path = ''): string[] {
  if (schema === null || typeof schema !== 'object' || schema.enum || 'const' in schema) return []
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (choices.length > 0) return choices.flatMap((choice: Json) => unboundedIn(choice, path))
  // A schema may say its bounds in parts that all hold.
  if (schema.allOf)
    return schema.allOf.some((json: Json) => unboundedIn({ ...schema, allOf: undefined, ...json }, path).length === 0)
      ? []
      : [path]
  switch (schema.type) {
    case 'string': {
      const bounded =
        schema.maxLength !== undefined ||
        ['uuid', 'date', 'date-time'].includes(schema.format) ||
        /^\^.*\$$/.test(schema.pattern ?? '')
      return bounded &&
        !/[^\\][*+](\)|\$|$)/.test(schema.maxLength === undefined && !schema.format ? (schema.pattern ?? '') : '')
        ? []
        : [path]
    }
    case 'array':
      return [...(schema.maxItems === undefined ? [path] : []), ...unboundedIn(schema.items ?? {}, `${path}[]`)]
    case 'integer':
    case 'number':
      return schema.maximum === undefined && schema.exclusiveMaximum === undefined ? [path] : []
    case 'object':
      return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
        unboundedIn(property, path ? `${path}.${name}` : name),
      )
    default:
      return []
  }
}
