import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { inTurns } from '../../../../platform/turns.ts'

// argon2id of the hex SHA-256 of the password, so that a browser which hashes first and one which doesn't are the same to us.
// spec: password.client-hash

/** OWASP's size: 19 MiB, two passes, one lane. Raising it upgrades each hash at its owner's next log-in. */
const strength = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const prefix = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$`
export const needsUpgrade = (stored: string): boolean => !stored.startsWith(prefix)

/** A password as it arrives: readable, or already the hex SHA-256 of it (`hashed`). */
export interface GivenPassword {
  password: string
  hashed: boolean
}

/** What argon2id is made of. Something called hashed that is no hash simply never matches. */
export const digestOf = ({ password, hashed }: GivenPassword): string =>
  hashed ? password.toLowerCase() : createHash('sha256').update(password.normalize('NFC')).digest('hex')
export const isDigest = (password: string): boolean => /^[0-9a-f]{64}$/i.test(password)

export const hashPassword = (given: GivenPassword): Promise<string> => inTurn(() => hash(digestOf(given), strength))

let decoy: Promise<string> | undefined
/** Takes the same time whether or not there is anything to compare with. */
export async function matches(stored: string | null, given: GivenPassword): Promise<boolean> {
  decoy ??= hash('decoy', strength)
  const against = stored ?? (await decoy)
  const same = await inTurn(() => verify(against, digestOf(given)).catch(() => false))
  return same && stored !== null
}

// A hash takes one core and 19 MiB: a few are computed at a time, a bounded queue waits, and further requests are rejected. The
// other cores stay free for all other requests.
const atOnceMax = Math.max(1, Math.min(4, availableParallelism() - 1))
export const hashesWaitingMax = 64
const inTurn = inTurns(atOnceMax, hashesWaitingMax)
