import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { row, sql } from '@fanlight/server/platform/db/db'
import type { Writer } from './writer.ts'

// What people write about what they report, what staff decide, and appeals. Comments that wait for their creator are read in the studio.

export async function reports({ world, pen, send, filled }: Writer): Promise<void> {
  const { cast, server } = world
  const { performer, fan, moderator, owner } = cast
  const id = await buildFeed(server.ctx, performer, { title: 'Reported' })
  const target = { type: 'feed' as const, id }
  for (const [index, text] of pen.writeAll('POST /reports text').entries())
    await send(undefined, 'POST /reports', {
      body: { target, category: 'illegal', text, contact: `noor${index}@example.com` },
    })
  const found = await row(server.ctx.db, sql<{ id: string }>`SELECT id FROM report_cases WHERE target_id = ${id}`)
  const params = { id: found!.id }
  await send(moderator, 'POST /admin/reports/:id/decision', {
    params,
    body: { action: 'hide', statement: pen.write('POST /admin/reports/:id/decision statement') },
  })
  await send(performer, 'POST /reports/decisions/:id/appeal', {
    params,
    body: { text: pen.write('POST /reports/decisions/:id/appeal text') },
  })
  await send(owner, 'POST /admin/reports/:id/appeal-decision', {
    params,
    body: { outcome: 'reversed', statement: pen.write('POST /admin/reports/:id/appeal-decision statement') },
  })
  filled.reports.push(params.id)
  await send(performer, 'PUT /performers/me', {
    body: { heldWords: [pen.write('PUT /performers/me heldWords[]'), 'pills'] },
  })
  const itemId = await buildFeed(server.ctx, performer, { title: 'Held' })
  await send(fan, 'POST /comments', { body: { itemId, text: 'Cheap pills' } })
}
