import { afterAll, beforeAll } from 'vitest'
import { countryPort } from '../modules/people/accounts/auth/identify.ts'

/** For the tests of this file the country of a request is what its header `x-test-country` says, and not where its address is. */
export function countryByHeader(): void {
  const { countryOf } = countryPort
  beforeAll(() => {
    countryPort.countryOf = ({ headers }) => (headers['x-test-country'] as string | undefined) ?? null
  })
  afterAll(() => {
    countryPort.countryOf = countryOf
  })
}
