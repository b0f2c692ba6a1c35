import { requests } from '../valid-requests.ts'
import type { Sent, Writer } from './writer.ts'

// What staff write about people: it is in the log, and on the page of the account.

const moderationActions = [
  ['POST /admin/accounts/:id/notes', 'text'],
  ['POST /admin/accounts/:id/suspension', 'reason'],
  ['POST /admin/accounts/:id/suspension/lift', 'reason'],
  ['POST /admin/accounts/:id/sessions/end', 'reason'],
  ['POST /admin/accounts/:id/confirmation-mail', 'reason'],
  ['POST /admin/accounts/:id/second-factor-removal', 'reason'],
] as const

export async function staffModerationActions({ world, pen, send, filled }: Writer): Promise<void> {
  const { owner } = world.cast
  for (const [route, field] of moderationActions) {
    const request = (await requests[route].make(world, owner, 'theirs')) as Sent & { params: { id: string } }
    await send(owner, route, { ...request, body: { ...request.body, [field]: pen.write(`${route} ${field}`) } })
    filled.accounts.push(request.params.id)
  }
}
