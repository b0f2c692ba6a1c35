import { randomUUID } from 'node:crypto'
import { buildUser } from '@fanlight/server/testing/builders'
import { requests } from '../valid-requests.ts'
import { idOf, type Sent, type Writer } from './writer.ts'

// What fans and creators write about themselves, and what visitors write.

export async function people({ world, pen, send, filled }: Writer): Promise<void> {
  const { cast, server } = world
  const { fan, performer, otherFan } = cast
  const textsFor = (call: string, ...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, pen.write(`${call} ${name}`)]))
  await send(fan, 'PUT /users', { body: textsFor('PUT /users', 'name') })
  await send(performer, 'PUT /performers/me', {
    body: {
      ...textsFor('PUT /performers/me', 'name', 'tagline', 'bio', 'state', 'city', 'welcomeMessage'),
      links: Array.from({ length: 5 }, () => ({
        title: pen.write('PUT /performers/me links[].title'),
        url: pen.write('PUT /performers/me links[].url'),
      })),
      categories: [pen.write('PUT /performers/me categories[]')],
    },
  })
  const lines = ['name', 'line1', 'line2', 'city', 'state', 'postalCode']
  const create = 'POST /addresses/create'
  filled.addresses.push(await idOf(send, fan, create, { body: { ...textsFor(create, ...lines), country: 'JP' } }))
  for (const call of ['PUT /addresses/:id', 'POST /addresses/:id'] as const) {
    const id = await idOf(send, fan, create, { body: { name: 'x', line1: 'x', city: 'x', country: 'JP' } })
    await send(fan, call, { params: { id }, body: { ...textsFor(call, ...lines), country: 'JP' } })
    filled.addresses.push(id)
  }
  const passkey = (await requests['POST /auth/passkeys'].make(world, fan, 'own'))!
  const name = pen.write('POST /auth/passkeys name')
  await send(fan, 'POST /auth/passkeys', { body: { ...(passkey.body as object), name } })
  const other = (await requests['PUT /auth/passkeys/:id'].make(world, fan, 'own'))!
  await send(fan, 'PUT /auth/passkeys/:id', { ...other, body: textsFor('PUT /auth/passkeys/:id', 'name') } as Sent)
  await send(fan, 'POST /wallet/charges/tip/:id', {
    params: { id: performer.id },
    body: { tokens: 25, ...textsFor('POST /wallet/charges/tip/:id', 'note') },
  })
  for (const who of [fan, performer]) {
    const { id } = await buildUser(server.ctx)
    await send(who, 'POST /block/users', { body: { userId: id, ...textsFor('POST /block/users', 'reason') } })
  }
  await send(performer, 'PUT /performers/banking-settings', {
    body: {
      ...textsFor('PUT /performers/banking-settings', 'accountHolder', 'bankName'),
      country: 'DE',
      currency: 'EUR',
      iban: 'DE89 3704 0044 0532 0130 00',
      version: 0,
    },
  })
  await send(performer, 'PUT /performers/payment-gateway-settings', {
    body: {
      payoutMethod: 'manual',
      manual: { instructions: pen.write('PUT /performers/payment-gateway-settings manual.instructions') },
      version: 0,
    },
  })
  await send(performer, 'PUT /performer/plans', {
    body: {
      plans: ['free', 'monthly'].map((type) => ({
        type,
        // The form shows the name of one; the others are in a sheet that a press opens.
        name: type === 'monthly' ? pen.write('PUT /performer/plans plans[].name') : 'Free',
        perks: [pen.write('PUT /performer/plans plans[].perks[]')],
        active: true,
        ...(type === 'monthly' && { price: 9.99 }),
      })),
    },
  })
  await send(otherFan, 'POST /follows/:id', { params: { id: performer.id } })
  await send(fan, 'POST /follows/:id', { params: { id: performer.id } })
  for (const message of pen.writeAll('POST /contact message'))
    await send(undefined, 'POST /contact', {
      body: { ...textsFor('POST /contact', 'name'), email: 'noor@example.com', message },
    })
  await send(undefined, 'POST /auth/users/register', {
    body: { ...newPerson(), ...textsFor('POST /auth/users/register', 'name') },
  })
}

export const newPerson = () => ({
  username: `noor_${randomUUID().slice(0, 8)}`,
  email: `${randomUUID()}@example.com`,
  password: 'a-lamp-in-the-window',
  acceptTerms: true,
})
