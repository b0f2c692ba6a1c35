import { row, sql } from '@fanlight/server/platform/db/db'
import { idOf, type Writer } from './writer.ts'

/** Messages of both people, of a live room, and to many. */
export async function chat({ world, pen, filled, send }: Writer): Promise<void> {
  const { fan, performer } = world.cast
  const id = await idOf(send, fan, 'POST /conversations', { body: { source: 'performer', sourceId: performer.id } })
  filled.conversations.push(id)
  for (const [index, text] of pen.writeAll('POST /messages/conversations/:id text').entries())
    await send(index % 2 === 0 ? fan : performer, 'POST /messages/conversations/:id', {
      params: { id },
      body: { text },
    })
  await send(fan, 'POST /messages/stream/:id', {
    params: { id: performer.id },
    body: { text: pen.write('POST /messages/stream/:id text') },
  })
  await send(performer, 'POST /streaming/live', { body: { type: 'public' } })
  // As if a camera sent.
  await sql`UPDATE streams SET status = 'live', started_at = app_now() WHERE performer_id = ${performer.id}`.execute(
    world.server.ctx.db,
  )
  const item = pen.write('PUT /streaming/update menu[].title')
  await send(performer, 'PUT /streaming/update', {
    body: {
      title: pen.write('PUT /streaming/update title'),
      goal: { title: pen.write('PUT /streaming/update goal.title'), tokens: 100 },
      menu: [{ title: item, tokens: 50, isOn: true }],
    },
  })
  await send(performer, 'PUT /streaming/menu', {
    body: {
      menu: [
        { title: item, tokens: 50, isOn: true },
        { title: pen.write('PUT /streaming/menu menu[].title'), tokens: 60, isOn: true },
      ],
    },
  })
  const planned = {
    type: 'public',
    startsAt: new Date(world.server.ctx.clock.now().getTime() + 86_400_000).toISOString(),
    minutes: 60,
  }
  await send(performer, 'POST /streaming/schedule', {
    body: { ...planned, title: pen.write('POST /streaming/schedule title') },
  })
  const moved = await idOf(send, performer, 'POST /streaming/schedule', { body: { ...planned, title: 'x' } })
  await send(performer, 'PUT /streaming/schedule/:id', {
    params: { id: moved },
    body: { title: pen.write('PUT /streaming/schedule/:id title') },
  })
  const sold = { startsAt: planned.startsAt, minutes: 60, price: 100, seats: 20 }
  const show = 'POST /streaming/ticket-shows'
  const made = await idOf(send, performer, show, {
    body: { ...sold, title: pen.write(`${show} title`), about: pen.write(`${show} about`) },
  })
  const cancelled = await idOf(send, performer, show, { body: { ...sold, title: 'x' } })
  const params = { id: cancelled }
  const change = 'PUT /streaming/ticket-shows/:id'
  await send(performer, change, {
    params,
    body: { title: pen.write(`${change} title`), about: pen.write(`${change} about`) },
  })
  await send(performer, `${show}/:id/cancel`, { params, body: { reason: pen.write(`${show}/:id/cancel reason`) } })
  filled.shows.push(made, cancelled)
  // The chat shows what was asked for.
  const { id: itemId } = (await row(
    world.server.ctx.db,
    sql<{ id: string }>`SELECT id FROM tip_menu_items WHERE performer_id = ${performer.id} AND title = ${item}`,
  ))!
  await send(fan, 'POST /wallet/charges/tip/:id', {
    params: { id: performer.id },
    body: { tokens: 50, inPublicChat: true, menuItem: { _id: itemId, title: item } },
  })
  const include = [{ kind: 'followers' }]
  const publishAt = new Date(world.server.ctx.clock.now().getTime() + 30 * 86_400_000).toISOString()
  await send(performer, 'POST /performer/broadcasts', {
    body: { text: pen.write('POST /performer/broadcasts text'), include, publishAt },
  })
  const changed = await idOf(send, performer, 'POST /performer/broadcasts', {
    body: { text: 'x', include, publishAt },
  })
  await send(performer, 'PUT /performer/broadcasts/:id', {
    params: { id: changed },
    body: { text: pen.write('PUT /performer/broadcasts/:id text'), include, publishAt },
  })
}
