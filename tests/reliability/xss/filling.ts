import { randomUUID } from 'node:crypto'
import { api } from '@fanlight/server/testing/api'
import type { GooglePeer } from '@fanlight/server/testing/peers/google'
import type { World } from '../api-world.ts'
import type { Pen } from './pen.ts'
import { people } from './people.ts'
import { site } from './site-words.ts'
import { staffDeeds } from './staff-deeds.ts'
import { papers, posts } from './works.ts'
import { type Filled, sender } from './writer.ts'

// Everybody writes vectors wherever they may write. What stands where afterwards is kept for whoever visits the pages.

export async function fill(world: World, pen: Pen, google: GooglePeer, violations: string[]): Promise<Filled> {
  const filled: Filled = {
    posts: [],
    pages: [],
    addresses: [],
    reviews: [],
    accounts: [],
    answered: [],
    newcomer: undefined,
    asked: undefined,
  }
  const writer = { world, pen, filled, send: sender(world, pen, violations) }
  await site(writer)
  await people(writer)
  await posts(writer)
  await papers(writer)
  await staffDeeds(writer)
  filled.newcomer = await newcomer(world, pen, google)
  return filled
}

/** Somebody whom Google calls by such a name. */
async function newcomer({ server }: World, pen: Pen, google: GooglePeer): Promise<string | undefined> {
  const begun = await api(server).post('/auth/google/login', {})
  const cookie = Object.entries(begun.cookies).map(([name, { value }]) => `${name}=${value}`)
  const name = pen.writeElsewhere('the name that Google tells', 80)
  const answer = google.consent(begun.body.data.url as string, { sub: randomUUID(), name })
  const reply = await api(server).post('/auth/google/token', answer, { headers: { cookie: cookie.join('; ') } })
  return reply.cookies['token']?.value
}
