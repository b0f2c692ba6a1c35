import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { type Context, openContext } from '../../../platform/context.ts'
import { pageByCount } from '../../../platform/db/cursor.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { loadSecret } from '../../../platform/keys.ts'
import { api, formOf } from '../../../testing/api.ts'
import { buildAdmin } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { outbox, reencryptEmails } from '../../site/mail/outbox.ts'
import { baseOf, readToken } from '../../media/serving/address.ts'
import { reencryptIdentities, reencryptDocuments } from './key-rotation.ts'

// Shown here: what docs/operating.md promises about changing FANLIGHT_SECRET.

const [older, newer] = ['a1b2c3d4e5f60718'.repeat(4), '1827364554637281'.repeat(4)] as const
const identityDocument = Buffer.concat([
  Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  Buffer.from('CANARY'),
])
const password = 'a-lamp-in-the-window'

let server: TestServer
const opened: { ctx: Context; app: FastifyInstance }[] = []
beforeEach(async () => {
  server = await startTestServer({ env: { FANLIGHT_SECRET: older, LOG_LEVEL: 'fatal' } })
})
afterEach(async () => {
  for (const { app, ctx } of opened.splice(0)) {
    await app.close()
    await ctx.close()
  }
  await server.stop()
})

/** The same installation, started again with other secrets. */
async function restarted(secret: string, ...oldSecrets: string[]) {
  const config = { ...server.ctx.config, secret, oldSecrets }
  const ctx = await openContext(config, server.ownerUrl, await loadSecret(config))
  const process = { ctx, app: await buildApp(ctx) }
  opened.push(process)
  return process
}

async function registered() {
  const fields = {
    name: 'Ines Prado',
    username: 'ines.prado',
    email: 'ines@example.com',
    password,
    gender: 'female',
    dateOfBirth: '1994-02-28',
    country: 'PT',
    legalName: 'Inês Maria Prado',
    documentExpiresOn: '2031-01-01',
  }
  const files = { idFront: identityDocument, idBack: identityDocument, selfieWithId: identityDocument }
  expect((await api(server).upload('/auth/performers/register', formOf(fields, files))).status).toBe(200)
  const signedIn = await api(server).post('/auth/login', { email: fields.email, password })
  return { token: signedIn.body.data.token as string }
}

/** Everything that was created under the old secret, as users and staff access it. */
async function meet({ ctx, app }: { ctx: Context; app: FastifyInstance }, token: string, address: string[]) {
  const staff = await buildAdmin(ctx, { permissions: ['compliance'] })
  const review = (await row(ctx.db, sql<{ id: string }>`SELECT id FROM verifications`))!
  const apiAs = api({ app }).as(staff)
  const seen = await apiAs.get(`/admin/verifications/${review.id}`)
  // Each meeting is another member of staff's.
  await apiAs.post(`/admin/verifications/${review.id}/claim`, { takeOver: true })
  const documentId = seen.body?.data?.documents?.[0]?._id as string | undefined
  const bytes =
    documentId && (await apiAs.get(`/admin/verifications/${review.id}/documents/${documentId}?reason=review`)).bytes
  return {
    session: (await api({ app }).as(token).get('/users/me')).status,
    name: seen.body?.data?.declared?.legalName as string | undefined,
    document: bytes ? bytes.equals(identityDocument) : false,
    link: await outbox(ctx, { sortBy: 'createdAt', sort: 'desc' }, pageByCount({ current: 1, pageSize: 10 })).then(
      ({ mails }) => mails.some((mail) => /token=[\w-]{43}/.test(mail.text)),
      () => false,
    ),
    address: readToken(ctx, address[2]!) !== undefined,
  }
}

test('with the old and the new secret everything can be decrypted; after rotation the new one is enough', async () => {
  const { token } = await registered()
  const visitor = {
    kind: 'visitor' as const,
    address: '127.0.0.1',
    country: null,
    locale: 'en-US',
    age: 'none' as const,
  }
  const file = '01900000-0000-7000-8000-000000000000'
  const address = baseOf(server.ctx, visitor, 'display', file).split('/')
  const all = { session: 200, name: 'Inês Maria Prado', document: true, link: true, address: true }

  // Sessions live on whatever happens; the rest is encrypted with a secret that this one does not know.
  const careless = await restarted(newer)
  expect(await meet(careless, token, address)).toEqual({
    session: 200,
    name: undefined,
    document: false,
    link: false,
    address: false,
  })
  expect(await reencryptDocuments(careless.ctx)).toEqual({ reencrypted: 0, lost: 3 })
  expect(await reencryptIdentities(careless.ctx)).toEqual({ reencrypted: 0, lost: 1 })

  const careful = await restarted(newer, older)
  expect(await meet(careful, token, address)).toEqual(all)
  const folder = join(server.ctx.config.dataDir, 'documents')
  const before = await readdir(folder)
  expect(await reencryptDocuments(careful.ctx)).toEqual({ reencrypted: 3, lost: 0 })
  expect(await reencryptIdentities(careful.ctx)).toEqual({ reencrypted: 1, lost: 0 })
  expect((await reencryptEmails(careful.ctx)).lost).toBe(0)
  // Nothing that the old secret opens is left on the disk.
  expect((await readdir(folder)).filter((name) => before.includes(name))).toEqual([])
  expect(await readdir(folder)).toHaveLength(3)
  expect(await meet(careful, token, address)).toEqual(all)
  // Run again, it finds nothing to do.
  expect(await reencryptDocuments(careful.ctx)).toEqual({ reencrypted: 0, lost: 0 })
  expect(await reencryptIdentities(careful.ctx)).toEqual({ reencrypted: 0, lost: 0 })
  expect(await reencryptEmails(careful.ctx)).toEqual({ reencrypted: 0, lost: 0 })

  // The old secret is taken away: addresses signed with it end, all else stays.
  const final = await restarted(newer)
  expect(await meet(final, token, address)).toEqual({ ...all, address: false })
})

test('an old secret encrypts nothing new', async () => {
  const turning = await restarted(newer, older)
  const visitor = {
    kind: 'visitor' as const,
    address: '127.0.0.1',
    country: null,
    locale: 'en-US',
    age: 'none' as const,
  }
  const file = '01900000-0000-7000-8000-000000000000'
  const address = baseOf(turning.ctx, visitor, 'display', file).split('/')
  expect(readToken(server.ctx, address[2]!)).toBeUndefined()
  expect(readToken((await restarted(newer)).ctx, address[2]!)).toBeDefined()
})
