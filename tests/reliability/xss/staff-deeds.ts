import { requests } from '../valid-requests.ts'
import type { Sent, Writer } from './writer.ts'

// What staff write about people: it stands in the log, and on the page of the account.

const deeds = [
  ['POST /admin/accounts/:id/notes', 'text'],
  ['POST /admin/accounts/:id/suspension', 'reason'],
  ['POST /admin/accounts/:id/suspension/lift', 'reason'],
  ['POST /admin/accounts/:id/sessions/end', 'reason'],
  ['POST /admin/accounts/:id/confirmation-mail', 'reason'],
  ['POST /admin/accounts/:id/second-factor-removal', 'reason'],
] as const

export async function staffDeeds({ world, pen, send, filled }: Writer): Promise<void> {
  const { owner } = world.cast
  for (const [route, field] of deeds) {
    const ask = (await requests[route].make(world, owner, 'theirs')) as Sent & { params: { id: string } }
    await send(owner, route, { ...ask, body: { ...ask.body, [field]: pen.write(`${route} ${field}`) } })
    filled.accounts.push(ask.params.id)
  }
}
