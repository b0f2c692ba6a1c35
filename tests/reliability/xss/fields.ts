import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { vectors } from './vectors.ts'

// Which texts a call accepts, read from the contract: every string in a body that lets a vector through.

export interface Field {
  /** The call and the path in its body, such as `PUT /performers/me links[].title`. */
  name: string
  max: number
  /** What of these it lets through. */
  takes: readonly string[]
  /** Accepts text; otherwise an address or similar. */
  isProse: boolean
  admits(value: string): boolean
}

interface Def {
  type: string
  innerType?: Schema
  shape?: Record<string, Schema>
  element?: Schema
  valueType?: Schema
  options?: Schema[]
  in?: Schema
  out?: Schema
  getter?: () => Schema
  left?: Schema
  right?: Schema
}
type Schema = NonNullable<Endpoint['body']> & { def: Def; maxLength?: number | null }

/** Types that accept no text. */
const closed = new Set([
  'boolean',
  'number',
  'int',
  'bigint',
  'enum',
  'literal',
  'null',
  'undefined',
  'never',
  'void',
  'date',
  'file',
])

/** The strings of a schema, and whatever else lets a string through, by their path. */
function stringsIn(schema: Schema, path = ''): { path: string; schema: Schema }[] {
  const { def } = schema
  const below = (name: string) => (path ? `${path}.${name}` : name)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape ?? {}).flatMap(([name, field]) => stringsIn(field, below(name)))
    case 'array':
      return stringsIn(def.element!, `${path}[]`)
    case 'record':
      return stringsIn(def.valueType!, `${path}{}`)
    case 'union':
      return (def.options ?? []).flatMap((option) => stringsIn(option, path))
    case 'pipe':
      return stringsIn(def.in!.def.type === 'transform' ? def.out! : def.in!, path)
    case 'lazy':
      return stringsIn(def.getter!(), path)
    case 'string':
    case 'any':
    case 'unknown':
    case 'template_literal':
      return [{ path, schema }]
    case 'intersection':
      return [...stringsIn(def.left!, path), ...stringsIn(def.right!, path)]
    default:
      if (def.innerType) return stringsIn(def.innerType, path)
      if (!closed.has(def.type)) throw new Error(`S6 does not know whether a ${def.type} takes text (${path}).`)
      return []
  }
}

const lengthMax = 100_000
const prose = ['\u00a7000 <b>x</b>', `\u00a7000 "x" 'y'`]

function fieldsOf(call: Endpoint): Field[] {
  const found = call.body ? stringsIn(call.body as Schema) : []
  return found.flatMap(({ path, schema }) => {
    const admits = (value: string) => schema.safeParse(value).success
    if (!vectors.some(({ text }) => admits(text))) return []
    const max = typeof schema.maxLength === 'number' ? schema.maxLength : lengthMax
    let taken: string[] | undefined
    const field: Field = {
      name: `${call.route} ${path}`,
      max,
      isProse: prose.every(admits),
      admits,
      // Hundreds of fields and vectors: each pair is tested on first access.
      get takes() {
        return (taken ??= vectors.map(({ text }) => text).filter(admits))
      },
    }
    return [field]
  })
}

/** Every field of every call that writes, by its name. */
export const openFields = (): ReadonlyMap<string, Field> =>
  new Map(
    declared
      .filter((call) => call.method !== 'GET')
      .flatMap(fieldsOf)
      .map((entry) => [entry.name, entry]),
  )
