import { randomUUID } from 'node:crypto'
import { api } from '@fanlight/server/testing/api'
import type { GooglePeer } from '@fanlight/server/testing/peers/google'
import type { World } from '../api-world.ts'
import type { Pen } from './writer-client.ts'
import { chat } from './chat.ts'
import { consents } from './consents.ts'
import { people } from './people.ts'
import { payouts } from './payouts.ts'
import { shop } from './shop.ts'
import { reports } from './reports.ts'
import { site } from './site-text.ts'
import { staffModerationActions } from './staff-actions.ts'
import { documents, posts, videos } from './works.ts'
import { type Filled, sender } from './writer.ts'

// All roles write vectors wherever they may write. What exists where afterwards is saved for the code that visits the pages.

export async function fill(world: World, pen: Pen, google: GooglePeer, violations: string[]): Promise<Filled> {
  const filled: Filled = {
    posts: [],
    galleries: [],
    shows: [],
    products: [],
    orders: [],
    payouts: [],
    videos: [],
    conversations: [],
    consents: [],
    consentLinks: [],
    fanLists: [],
    fans: [],
    pages: [],
    addresses: [],
    reviews: [],
    reports: [],
    accounts: [],
    answered: [],
    newcomer: undefined,
    termsDue: undefined,
  }
  const writer = { world, pen, filled, send: sender(world, pen, violations) }
  await site(writer)
  await people(writer)
  await posts(writer)
  await shop(writer)
  await payouts(writer)
  await videos(writer)
  await documents(writer)
  await chat(writer)
  await consents(writer)
  await staffModerationActions(writer)
  await reports(writer)
  filled.newcomer = await newcomer(world, pen, google)
  return filled
}

/** A user whose name at Google is such a vector. */
async function newcomer({ server }: World, pen: Pen, google: GooglePeer): Promise<string | undefined> {
  const begun = await api(server).post('/auth/google/login', {})
  const cookie = Object.entries(begun.cookies).map(([name, { value }]) => `${name}=${value}`)
  const name = pen.writeElsewhere('the name that Google returns', 80)
  const answer = google.consent(begun.body.data.url as string, { sub: randomUUID(), name })
  const reply = await api(server).post('/auth/google/token', answer, { headers: { cookie: cookie.join('; ') } })
  return reply.cookies['token']?.value
}
