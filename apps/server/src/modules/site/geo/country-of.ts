import { stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import { isPublic } from '../../../platform/http/remote-address.ts'
import { builtInFile, type CountryFile, readCountryFile, readCountryFileNow, versionOf } from './country-file.ts'

// spec: geo.visitor

export interface CountryLookup {
  /** The two-character country code of an address; null if it is unknown, and for addresses that are not public. */
  of(address: string): string | null
  /** Checks whether the operator's file changed, and reads it again if it did. */
  refresh(): Promise<void>
  close(): void
}

const refreshMs = 10_000
const cacheEntriesMax = 20_000

/**
 * Countries by address, from the operator's file or the built-in one. A file that can't be read is logged and changes nothing:
 * the previous data stays in use, and at start-up that is the built-in file.
 */
export async function openCountryLookup({
  file,
  log,
}: {
  file?: string | undefined
  log: Logger
}): Promise<CountryLookup> {
  let current: CountryFile | undefined
  let tried = ''
  // Most requests come from few addresses.
  const cache = new Map<string, string | null>()
  const use = (next: CountryFile) => {
    current = next
    cache.clear()
  }
  const refresh = async () => {
    if (!file) return
    try {
      const version = versionOf(await stat(file))
      if (version === tried) return
      tried = version
      const next = await readCountryFile(file)
      use(next)
      log.info({ file, builtAt: next.builtAt }, 'countries of addresses come from this file')
    } catch (error) {
      const reason = (error as Error).message
      if (tried !== reason) log.error({ file, reason }, brokenFile)
      if ((error as NodeJS.ErrnoException).code) tried = reason
    }
  }
  const lookUp = (address: string): string | null => {
    try {
      if (!current) use(readCountryFileNow(builtInFile()))
      return current!.countryOf(address)
    } catch (error) {
      log.error({ err: error, address }, 'the country of an address could not be looked up')
      return null
    }
  }
  await refresh()
  const timer = file ? setInterval(() => void refresh(), refreshMs) : undefined
  timer?.unref()
  return {
    of(address) {
      const known = cache.get(address)
      if (known !== undefined) return known
      if (!isPublic(address)) return null
      const country = lookUp(address)
      if (cache.size >= cacheEntriesMax) cache.clear()
      cache.set(address, country)
      return country
    },
    refresh,
    close: () => clearInterval(timer),
  }
}

const brokenFile = 'COUNTRY_DATABASE cannot be used; countries are looked up in the previous file'
