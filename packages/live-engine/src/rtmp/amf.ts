// Values of AMF0, in which the commands of RTMP are written: as much of it as those commands need.

export type AmfValue = number | boolean | string | null | AmfObject | AmfValue[]
export interface AmfObject {
  [name: string]: AmfValue
}

const types = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  map: 8,
  end: 9,
  list: 10,
  date: 11,
  longString: 12,
}
const depthMax = 4
const valuesMax = 200

/** All values of a message, one after another. Throws where it is cut short, too deep, too long or of another kind. */
export function readAmf(bytes: Buffer): AmfValue[] {
  const reader = new Reader(bytes)
  const values: AmfValue[] = []
  while (!reader.isAtEnd) values.push(reader.value(0))
  return values
}

class Reader {
  readonly #bytes: Buffer
  #at = 0
  #count = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  value(depth: number): AmfValue {
    if (depth > depthMax || ++this.#count > valuesMax) throw new Error('This command is too large.')
    const type = this.#take(1)[0]
    if (type === types.number) return this.#take(8).readDoubleBE()
    if (type === types.boolean) return this.#take(1)[0] !== 0
    if (type === types.string) return this.#text(2)
    if (type === types.longString) return this.#text(4)
    if (type === types.null || type === types.undefined) return null
    if (type === types.date) return this.#take(10).readDoubleBE()
    if (type === types.map) this.#take(4)
    if (type === types.object || type === types.map) return this.#object(depth)
    if (type === types.list) {
      const length = this.#take(4).readUInt32BE()
      if (length > valuesMax) throw new Error('This command is too large.')
      return Array.from({ length }, () => this.value(depth + 1))
    }
    throw new Error('This is no command of RTMP.')
  }

  #object(depth: number): AmfObject {
    const object: AmfObject = Object.create(null) as AmfObject
    for (;;) {
      const name = this.#text(2)
      if (name === '' && this.#bytes[this.#at] === types.end) break
      object[name] = this.value(depth + 1)
    }
    this.#take(1)
    return object
  }

  #text(lengthBytes: 2 | 4): string {
    const length = this.#take(lengthBytes).readUIntBE(0, lengthBytes)
    return this.#take(length).toString('utf8')
  }

  #take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new Error('This command is cut short.')
    return this.#bytes.subarray(this.#at, (this.#at += count))
  }
}

export const writeAmf = (...values: readonly AmfValue[]): Buffer => Buffer.concat(values.map(written))

function written(value: AmfValue): Buffer {
  if (value === null) return Buffer.of(types.null)
  if (typeof value === 'boolean') return Buffer.of(types.boolean, value ? 1 : 0)
  if (typeof value === 'string') return Buffer.concat([Buffer.of(types.string), named(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  if (Array.isArray(value)) throw new Error('No command of ours has a list.')
  const fields = Object.entries(value).flatMap(([name, each]) => [named(name), written(each)])
  return Buffer.concat([Buffer.of(types.object), ...fields, Buffer.of(0, 0, types.end)])
}

function named(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}
