import { mailOutbox } from '@fanlight/contract/accounts'
import type { Context } from '../../../platform/context.ts'
import { nextByCount, pageByCount } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { outbox } from './outbox.ts'

export const mailRoutes = [
  route(mailOutbox, async (ctx, { query, viewer, request }) => {
    refuseIf(!mayRead(ctx, viewer, request.headers), 'NOT_FOUND')
    const page = pageByCount(query)
    const { mails, total } = await outbox(ctx, query, page)
    return {
      data: mails.map((mail) => ({
        _id: mail.id,
        to: mail.to_address,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        kind: mail.kind,
        status: mail.status,
        readable: mail.readable,
        createdAt: mail.created_at.toISOString(),
      })),
      total,
      nextCursor: nextByCount(page, mails.length, total),
    }
  }),
]

/**
 * Stored emails contain working links: demo mode only, and there only for staff or a direct local connection (without a proxy). What
 * leads others to a public demo may connect locally as well.
 */
function mayRead(ctx: Context, viewer: Viewer, headers: Record<string, unknown>): boolean {
  if (ctx.config.mode !== 'demo') return false
  if (viewer.kind === 'signed-in' && viewer.role === 'admin') return true
  if (ctx.config.demoPublic) return false
  const proxied = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  return !proxied && /^(127\.|::1$|::ffff:127\.)/.test(viewer.address)
}
