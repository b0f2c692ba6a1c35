import type { Context } from '../../../platform/context.ts'
import { existing } from './store.ts'

// What is published with a key is no session of a person: the engine knows it by the id of the key.

const mark = 'key-'
/** Under which session the engine knows what is published with a key. */
export const sessionOf = (keyId: string): string => `${mark}${keyId}`
export const isKeySession = (session: string): boolean => session.startsWith(mark)

/** Of the sessions that publish with a key, those whose key is one no more. */
export async function withDeadKeys(ctx: Context, sessions: readonly string[]): Promise<Set<string>> {
  const keyed = sessions.filter(isKeySession)
  const alive = await existing(
    ctx,
    keyed.map((session) => session.slice(mark.length)),
  )
  return new Set(keyed.filter((session) => !alive.has(session.slice(mark.length))))
}
