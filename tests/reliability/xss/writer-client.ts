import type { Field } from './fields.ts'
import { vectors } from './vectors.ts'

// Writes vectors into fields and records which text went where: each begins with a unique mark, by which it is found again.

export interface WrittenTexts {
  field: string
  mark: string
  value: string
}
interface Rule {
  max: number
  admits(value: string): boolean
}

export interface Pen {
  /** Text for a field of the contract, with as many vectors as fit; only those that a rule of the field accepts. */
  write(field: string, rule?: Rule): string
  /** As many texts for a field as are needed to cover every vector it accepts. */
  writeAll(field: string): string[]
  /** Text for a value that is no field of the contract, such as a name that an external provider supplies. */
  writeElsewhere(what: string, max: number): string
  readonly written: ReadonlyMap<string, WrittenTexts>
  readonly used: ReadonlySet<string>
  /** How many vectors went into fields. */
  count(): number
}

export function openPen(fields: ReadonlyMap<string, Field>, random: () => number): Pen {
  const written = new Map<string, WrittenTexts>()
  const used = new Set<string>()
  let count = 0

  const turned = (all: readonly string[]) => {
    const at = Math.floor(random() * all.length)
    return [...all.slice(at), ...all.slice(0, at)]
  }
  /** A mark, and behind it from the first on as many as fit. `left` are the others. */
  const pack = (field: string, from: readonly string[], { max, admits }: Rule) => {
    const mark = `\u00a7${written.size.toString(36).padStart(3, '0')}`
    const left = from.filter((entry) => mark.length + 1 + entry.length <= max)
    let value = mark
    while (left.length > 0 && value.length + 1 + left[0]!.length <= max) {
      const longer = `${value} ${left.shift()}`.trimEnd()
      if (!admits(longer)) continue
      value = longer
      count++
    }
    written.set(mark, { field, mark, value })
    return { value, left }
  }
  const of = (name: string): Field => {
    const field = fields.get(name)
    if (!field) throw new Error(`The contract has no field ${name}.`)
    used.add(name)
    return field
  }

  return {
    written,
    used,
    count: () => count,
    write(name, rule) {
      const field = of(name)
      const from = turned(rule ? field.takes.filter(rule.admits) : field.takes)
      if (field.isProse) return pack(name, from, { admits: field.admits, max: rule?.max ?? field.max }).value
      count++
      return from[0]!
    },
    writeAll(name) {
      const field = of(name)
      const values: string[] = []
      for (let left = turned(field.takes); left.length > 0; ) {
        const made = pack(name, left, field)
        values.push(made.value)
        left = made.left
      }
      return values
    },
    writeElsewhere(what, max) {
      const texts = vectors.map(({ text }) => text).filter((entry) => !/[\u0000-\u001f\u007f\ud800-\udfff]/.test(entry))
      return pack(what, turned(texts), { max, admits: () => true }).value
    },
  }
}
