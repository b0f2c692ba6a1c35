import type { Context } from '../../platform/context.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { AgeScope } from '../access/age.ts'
import { ageOf } from '../access/door.ts'
import type { Conditions } from './filters.ts'

// How many creators a choice of filters or words leaves, guessed from some thousands of listings that chance took. It says how a list is best
// read and where it is certainly longer than a list counts. Nobody is shown or hidden by it: each page is read from the tables.

const sampleMax = 4_000
const believedMs = 60_000
/** A guess is a certainty where it stands so many times its likely error above the line. */
const sureOf = 4

type Marks = Map<string, Int32Array>
/** A word that fewer of the sample have says nothing. */
const spokenOften = 20
interface Sample {
  /** How many listings there are, about. */
  many: number
  size: number
  /** By term, one bit for each listing of the sample. */
  terms: Marks
  /** Words that several of them have, in the order of their signs; and by word as by term. */
  spelt: string[]
  words: Marks
  /** NaN where nothing is sold by the month. */
  prices: Float64Array
  adult: Int32Array
  closedTo: Marks
  until: number
}
interface Held {
  sample?: Sample
  fetching?: Promise<Sample>
}
const byInstallation = new WeakMap<Context['settings'], Held>()

export interface Guess {
  /** How many of all listings, as a share. */
  share: number
  many: number
  /** Whether there are so many and more. */
  isSurely: (atLeast: number) => boolean
}
export async function guess(ctx: Context, viewer: Viewer, conditions: Conditions, words = ''): Promise<Guess> {
  const sample = await sampleOf(ctx)
  const fits = fitting(sample, conditions, viewer.country, ageOf(ctx, viewer))
  if (words) withWords(fits, sample, words)
  const hits = countBits(fits)
  const each = sample.size === 0 ? 0 : sample.many / sample.size
  return {
    share: sample.size === 0 ? 0 : hits / sample.size,
    many: hits * each,
    isSurely: (atLeast) => (hits - sureOf * Math.sqrt(hits)) * each >= atLeast,
  }
}

// The old sample serves until the new one is there.
async function sampleOf(ctx: Context): Promise<Sample> {
  let held = byInstallation.get(ctx.settings)
  if (!held) byInstallation.set(ctx.settings, (held = {}))
  const mine = held
  if (mine.sample && mine.sample.until > ctx.clock.now().getTime()) return mine.sample
  mine.fetching ??= fetchSample(ctx)
    .then((sample) => (mine.sample = sample))
    .finally(() => delete mine.fetching)
  if (!mine.sample) return mine.fetching
  // What fails is tried again by the next request.
  mine.fetching.catch(() => {})
  return mine.sample
}

interface Row {
  terms: string
  words: string
  price: string | null
  isAdult: boolean
  closedTo: string
  place: string
}
const between = '\u001F'
async function fetchSample(ctx: Context): Promise<Sample> {
  // It has no name: planned each time, it sees how short the limit is.
  const { rows } = await ctx.pool.query<Row>({
    text: `SELECT array_to_string(terms, $1) AS terms, words, price::text, is_adult AS "isAdult", array_to_string(closed_to, $1) AS "closedTo",
        uuid_hash_extended(performer_id, 0)::text AS place
      FROM performer_listings ORDER BY uuid_hash_extended(performer_id, 0) LIMIT $2`,
    values: [between, sampleMax],
  })
  const length = Math.ceil(rows.length / 32)
  const mark = (marks: Map<string, Int32Array>, name: string, at: number) => {
    let bits = marks.get(name)
    if (!bits) marks.set(name, (bits = new Int32Array(length)))
    setBit(bits, at)
  }
  const [terms, closedTo, words] = [1, 2, 3].map(() => new Map<string, Int32Array>()) as [Marks, Marks, Marks]
  const seen = new Map<string, number>()
  for (const row of rows) for (const word of new Set(wordsIn(row.words))) seen.set(word, (seen.get(word) ?? 0) + 1)
  const adult = new Int32Array(length)
  const prices = new Float64Array(rows.length)
  rows.forEach((row, at) => {
    for (const term of row.terms.split(between)) mark(terms, term, at)
    for (const word of wordsIn(row.words)) if (seen.get(word)! >= spokenOften) mark(words, word, at)
    if (row.closedTo) for (const country of row.closedTo.split(between)) mark(closedTo, country, at)
    if (row.isAdult) setBit(adult, at)
    prices[at] = row.price === null ? Number.NaN : Number(row.price)
  })
  const last = rows.at(-1)
  // Hashes lie evenly between the least and the greatest whole number of 64 bits: where the sample ends says how many there are.
  const part = last && rows.length === sampleMax ? (Number(last.place) + 2 ** 63) / 2 ** 64 : 1
  const until = ctx.clock.now().getTime() + believedMs
  return {
    many: rows.length / part,
    size: rows.length,
    terms,
    spelt: [...words.keys()].sort(),
    words,
    prices,
    adult,
    closedTo,
    until,
  }
}

function fitting(sample: Sample, { terms, prices }: Conditions, country: string | null, age: AgeScope): Int32Array {
  const fits = new Int32Array(Math.ceil(sample.size / 32)).fill(-1)
  const rest = sample.size % 32
  if (rest > 0) fits[fits.length - 1] = (1 << rest) - 1
  for (const { terms: wanted } of terms) {
    const any = wanted.map((term) => sample.terms.get(term)).filter((bits) => bits !== undefined)
    fits.forEach((bits, at) => (fits[at] = bits & any.reduce((sum, one) => sum | one[at]!, 0)))
  }
  const without = (hidden: Int32Array | undefined) =>
    hidden && fits.forEach((bits, at) => (fits[at] = bits & ~hidden[at]!))
  if (age !== '') without(age === 'all' ? new Int32Array(fits.length).fill(-1) : sample.adult)
  if (country !== null) without(sample.closedTo.get(country))
  if (prices.length > 0)
    sample.prices.forEach((price, at) => {
      if (!prices.every(({ fits: holds, value }) => holds(price, Number(value)))) fits[at >> 5]! &= ~(1 << (at & 31))
    })
  return fits
}

// All of the words, the last of which may go on. A word that few have leaves nobody: it is not known how few.
function withWords(fits: Int32Array, { spelt, words }: Sample, typed: string): void {
  const wanted = wordsIn(typed.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())
  wanted.forEach((word, at) => {
    const any = at === wanted.length - 1 ? startingWith(spelt, word) : [word]
    const marks = any.map((one) => words.get(one)).filter((bits) => bits !== undefined)
    fits.forEach((bits, place) => (fits[place] = bits & marks.reduce((sum, one) => sum | one[place]!, 0)))
  })
}
function startingWith(spelt: readonly string[], start: string): readonly string[] {
  let [from, to] = [0, spelt.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (spelt[middle]! < start) from = middle + 1
    else to = middle
  }
  let end = from
  while (spelt[end]?.startsWith(start)) end++
  return spelt.slice(from, end)
}
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

const setBit = (bits: Int32Array, at: number) => void (bits[at >> 5]! |= 1 << (at & 31))
function countBits(all: Int32Array): number {
  let sum = 0
  for (let bits of all) for (; bits !== 0; bits &= bits - 1) sum++
  return sum
}
