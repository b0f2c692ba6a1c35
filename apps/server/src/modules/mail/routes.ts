import { mailOutbox } from '@fanlight/contract/accounts'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http.ts'
import { refuseIf } from '../../platform/refusal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { outbox } from './outbox.ts'

export const mailRoutes = [
  route(mailOutbox, async (ctx, { query, viewer, request }) => {
    refuseIf(!mayRead(ctx, viewer, request.headers), 'NOT_FOUND')
    const { mails, total } = await outbox(ctx, query)
    return {
      data: mails.map((one) => ({
        _id: one.id,
        to: one.to_address,
        subject: one.subject,
        text: one.text,
        html: one.html,
        kind: one.kind,
        status: one.status,
        readable: one.readable,
        createdAt: one.created_at.toISOString(),
      })),
      total,
      nextCursor: null,
    }
  }),
]

/** Kept mails hold working links: demo mode alone, and there staff or somebody who sits at this machine, not behind a proxy. */
function mayRead(ctx: Context, viewer: Viewer, headers: Record<string, unknown>): boolean {
  if (ctx.config.mode !== 'demo') return false
  if (viewer.kind === 'signed-in' && viewer.role === 'admin') return true
  const proxied = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  return !proxied && /^(127\.|::1$|::ffff:127\.)/.test(viewer.address)
}
