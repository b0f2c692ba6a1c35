import { readGrant } from '@fanlight/live-engine/token'

/** The header in which the engine names who came to it. */
export const askedFor = 'x-live-asked-for'

/** The address for which our engine asks; undefined where nobody of ours does. */
export function addressAskedFor(key: Buffer, header: unknown): string | undefined {
  const grant = typeof header === 'string' ? readGrant(key, header, Date.now() / 1000) : undefined
  return grant?.may === 'ask' ? grant.user : undefined
}
