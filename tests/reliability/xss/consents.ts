import { buildParticipant } from '@fanlight/server/modules/content/participants/testing'
import sharp from 'sharp'
import { idOf, type Writer } from './writer.ts'

const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#963' } })
  .png()
  .toBuffer()

/** The people whom items show, what they sign and what staff answer; and lists of fans. */
export async function consents({ world, pen, send, filled }: Writer): Promise<void> {
  const { cast, server } = world
  const { performer, owner } = cast
  const name = pen.write('POST /performer/participants name')
  await send(performer, 'POST /performer/participants', { body: { name, email: 'guest@example.com' } })
  const open = await buildParticipant(server.ctx, performer, { name, items: filled.posts.slice(0, 2) })
  filled.consentLinks.push(open.secret)
  const signed = await buildParticipant(server.ctx, performer)
  await send(undefined, 'POST /consents/:token/signature', {
    params: { token: signed.secret },
    body: {
      code: signed.code,
      legalName: pen.write('POST /consents/:token/signature legalName'),
      dateOfBirth: '1991-02-03',
      agree: 'true',
    },
    files: { idFront: image, selfieWithId: image },
  })
  filled.consents.push(signed.id)
  for (const [status, call] of [
    ['signed', 'POST /admin/consents/:id/rejection'],
    ['verified', 'POST /admin/consents/:id/revocation'],
  ] as const) {
    const { id } = await buildParticipant(server.ctx, performer, { status })
    await send(owner, call, { params: { id }, body: { reason: pen.write(`${call} reason`) } })
    filled.consents.push(id)
  }
  const create = 'POST /performer/fan-lists'
  const change = 'PUT /performer/fan-lists/:id'
  filled.fanLists.push(await idOf(send, performer, create, { body: { name: pen.write(`${create} name`) } }))
  const id = await idOf(send, performer, create, { body: { name: 'Friends' } })
  await send(performer, change, { params: { id }, body: { name: pen.write(`${change} name`) } })
  filled.fanLists.push(id)
  await send(cast.fan, 'POST /follows/:id', { params: { id: performer.id } })
  for (const list of filled.fanLists)
    await send(performer, 'POST /performer/fan-lists/:id/people', {
      params: { id: list },
      body: { ids: [cast.fan.id] },
    })
  filled.fans.push(cast.fan.username)
}
