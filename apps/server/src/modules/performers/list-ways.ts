import type { Context } from '../../platform/context.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { ageOf, hidingFrom } from '../access/door.ts'
import { allOf, type Conditions } from './filters.ts'

// How a list of creators is best read, as was seen when it was last counted. Nobody is shown or hidden by it: each page is read anew.

/** A list that is longer than one counts is believed to stay so for a while; and counted at once where a page comes out short. */
const believedMs = 60_000
const keptMax = 5_000

interface Seen {
  known: 'full' | 'few'
  until: number
}
const byInstallation = new WeakMap<Context['settings'], Map<string, Seen>>()

export function howToRead(ctx: Context, viewer: Viewer, { terms, prices }: Conditions, words = '') {
  let seen = byInstallation.get(ctx.settings)
  if (!seen) byInstallation.set(ctx.settings, (seen = new Map()))
  const ways = seen
  const asked = [
    words && JSON.stringify(words),
    allOf(terms),
    ...prices.map(({ name, value }) => `${name} ${value}`),
  ].join(' ')
  const key = `${hidingFrom(viewer)[1]} ${ageOf(ctx, viewer)} ${asked}`
  const now = ctx.clock.now().getTime()
  const last = ways.get(key)
  return {
    known: last && last.until > now ? last.known : undefined,
    note(known: Seen['known']) {
      if (ways.size >= keptMax) ways.clear()
      ways.set(key, { known, until: now + believedMs })
    },
  }
}
