import { readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Reader as ReaderClass } from 'mmdb-lib'

const require = createRequire(import.meta.url)
// Eight megabytes that a local installation never needs: the reader and the data are loaded for the first public IP address.
const { resolve } = require
export const builtInFile = (): string =>
  resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')

/** What the usual makers of such files write of an address. */
type Row = { country_code?: unknown; country?: unknown; registered_country?: unknown } | null
type Reader = ReaderClass<never>

export interface CountryFile {
  /** The two-character country code that a file contains for an address; null if it contains none. */
  countryOf(address: string): string | null
  /** Changes when the file does. */
  version: string
  builtAt: Date
}

export const readCountryFile = async (path: string): Promise<CountryFile> =>
  open(await readFile(path), versionOf(await stat(path)))
export const readCountryFileNow = (path: string): CountryFile => open(readFileSync(path), versionOf(statSync(path)))

export const versionOf = ({ size, mtimeMs, ino }: { size: number; mtimeMs: number; ino: number }): string =>
  `${size}-${mtimeMs}-${ino}`

function open(bytes: Buffer, version: string): CountryFile {
  const { Reader } = require('mmdb-lib') as { Reader: typeof ReaderClass }
  let reader: Reader
  try {
    reader = new Reader(bytes)
  } catch (error) {
    throw new Error('it is no .mmdb file, or a part of one', { cause: error })
  }
  const { searchTreeSize, buildEpoch } = reader.metadata
  if (!(searchTreeSize > 0 && searchTreeSize < bytes.length)) throw new Error('a part of it is missing')
  const countryOf = (address: string) => countryCodeOf(reader.get(address) as Row)
  let known = 0
  try {
    for (const address of everywhere) if (countryOf(address)) known += 1
  } catch (error) {
    throw new Error('its inside is broken', { cause: error })
  }
  if (known === 0) throw new Error('it contains no countries')
  return { countryOf, version, builtAt: buildEpoch }
}

/** One address of each registry of the Internet: a file that knows none of them is a file of something else. */
const everywhere = ['8.8.8.8', '193.0.6.139', '202.12.27.33', '200.160.2.3', '196.216.2.1', '1.1.1.1']

function countryCodeOf(row: Row): string | null {
  const { country_code, country, registered_country } = row ?? {}
  const isoCode = (country: unknown) => (country as { iso_code?: unknown } | undefined)?.iso_code
  const countryCode = country_code ?? isoCode(country) ?? country ?? isoCode(registered_country)
  return typeof countryCode === 'string' && /^[A-Z]{2}$/i.test(countryCode) ? countryCode.toUpperCase() : null
}
