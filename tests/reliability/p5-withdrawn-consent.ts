import { randomBytes, randomUUID } from 'node:crypto'
import { buildParticipant } from '@fanlight/server/modules/content/participants/testing'
import { buildFile } from '@fanlight/server/modules/content/posts/testing'
import { row, rows, sql } from '@fanlight/server/platform/db/db'
import { api } from '@fanlight/server/testing/api'
import { type Built, buildAdmin, buildPerformer } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import pg from 'pg'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { breakFunction } from './money-world.ts'
import { addressesIn, answerFor, buildScene, buildServedFile, buy, type Scene, soldKinds } from './served-world.ts'

// A person withdraws their consent to everything that a creator sells. No address that was given out serves its files or their copies, to
// no one, and no call uses them again.

export const check: ReliabilityCheck = {
  id: 'P5',
  title: 'a file under withdrawn consent is served by no address and used by no item',
  async run() {
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
    const violations: string[] = []
    let n = 0
    try {
      // The deliberate bug: no file counts as quarantined.
      if (sabotaged('P5')) {
        const owner = new pg.Client(server.ownerUrl)
        await owner.connect()
        await breakFunction(owner, 'is_quarantined', [['RETURN EXISTS (', 'RETURN false AND EXISTS (']])
        await owner.end()
      }
      n += await tryWithdrawal(server, violations)
      return { n, violations }
    } finally {
      await server.stop()
    }
  },
}

async function tryWithdrawal(server: TestServer, violations: string[]): Promise<number> {
  const { ctx, app } = server
  const scene = await buildScene(server)
  const { creator, fan, ids } = scene
  let n = 0
  for (const id of scene.fileIds)
    await sql`UPDATE files SET sha256 = ${randomBytes(32)} WHERE id = ${id}`.execute(ctx.db)
  // What is in the message is a copy of what is in the post; another creator has one, too.
  const other = await buildPerformer(ctx)
  const [post, inMessage] = [scene.fileIds[0]!, scene.fileIds.at(-1)!]
  const theirs = await buildServedFile(ctx, other)
  for (const copy of [inMessage, theirs])
    await sql`UPDATE files SET sha256 = (SELECT sha256 FROM files WHERE id = ${post}) WHERE id = ${copy}`.execute(
      ctx.db,
    )
  const sold = await api(server)
    .as(other)
    .post('/performer/feeds', { type: 'photo', fileIds: [theirs] })
  if (sold.status !== 200) throw new Error(sold.text)
  for (const kind of soldKinds) await buy(server, scene, kind)
  const who: [string, Built][] = [
    ['the buyer', fan],
    ['the creator', creator],
    ['staff', await buildAdmin(ctx, { permissions: ['moderation'] })],
  ]
  const given: { name: string; url: string; token: string }[] = []
  for (const [name, viewer] of who)
    for (const kind of soldKinds)
      for (const url of addressesIn(await answerFor(server, viewer, scene, kind)))
        given.push({ name: `${name}: ${kind}`, url, token: viewer.token })
  const copied = await api(server).as(fan).get(`/user/feeds/${sold.body.data._id}`)
  for (const url of addressesIn(copied.text)) given.push({ name: 'a copy', url, token: fan.token })
  const open = async ({ url, token }: (typeof given)[number]) => {
    n++
    return (await app.inject({ url, headers: { authorization: token } })).statusCode
  }
  for (const entry of given) if ((await open(entry)) !== 200) throw new Error(`${entry.name} does not open before`)
  const { lasting } = await buildParticipant(ctx, creator, { status: 'verified', items: scene.itemIds })

  const withdrawn = await api(server).post(`/consents/${lasting}/withdrawal`)
  if (withdrawn.status !== 200) throw new Error(withdrawn.text)
  for (const entry of given) if ((await open(entry)) === 200) violations.push(`${entry.name} still opens`)
  for (const [name, viewer] of who.slice(0, 1))
    for (const kind of soldKinds) {
      n++
      if (addressesIn(await answerFor(server, viewer, scene, kind)).length > 0)
        violations.push(`${name} is given new addresses of ${kind}`)
    }
  n += await tryUses(server, scene, violations)
  await server.work()
  const shown = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT i.id FROM items i JOIN item_files x ON x.item_id = i.id
      WHERE i.status IN ('published', 'archived') AND x.file_id = ANY(${[...scene.fileIds, theirs]}::uuid[])`,
  )
  n++
  for (const { id } of shown) violations.push(`the item ${id} still uses it`)
  const left = await row(
    ctx.db,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM purchases WHERE account_id = ${fan.id} AND revoked_at IS NULL
      AND object_id = ANY(${[ids.feed, ids.gallery, ids.video, ids.message]}::uuid[])`,
  )
  if (left!.n > 0) violations.push(`${left!.n} purchases were not returned`)
  return n
}

/** Every call that takes a file of its caller. */
async function tryUses(server: TestServer, { creator, fan, fileIds }: Scene, violations: string[]): Promise<number> {
  const { ctx } = server
  const as = api(server).as(creator)
  const [photo, second, video, digital, inMessage] = fileIds as [string, string, string, string, string]
  const conversations = (await as.get('/conversations')).body.data as { _id: string }[]
  const fresh = await buildFile(ctx, creator)
  const include = [{ kind: 'followers' }]
  const uses: Record<string, () => ReturnType<typeof as.get>> = {
    'a post': () => as.post('/performer/feeds', { type: 'photo', fileIds: [photo] }),
    'the thumbnail of a post': () =>
      as.post('/performer/feeds', { type: 'photo', fileIds: [fresh], thumbnailId: photo }),
    'a gallery': () => as.post('/performer/performer-assets/galleries', { title: 'x', fileIds: [second] }),
    'a video': () => as.post('/performer/performer-assets/videos', { title: 'x', fileId: video }),
    'a product': () =>
      as.post('/performer/performer-assets/products', {
        title: 'x',
        type: 'digital',
        price: 5,
        digitalFileId: digital,
      }),
    'a message': () =>
      as.post(`/messages/conversations/${conversations[0]?._id ?? fan.id}`, {
        text: 'x',
        fileIds: [inMessage],
        clientId: randomUUID(),
      }),
    'a broadcast': () =>
      as.post('/performer/broadcasts', { text: 'x', fileIds: [photo], include, exclude: [], leaveOutOwners: false }),
    'a welcome message': () => as.put('/performer/message-settings', { welcomeFileIds: [photo] }),
  }
  for (const [name, use] of Object.entries(uses)) {
    const { status } = await use()
    if (status < 300) violations.push(`${name} uses it`)
    else if (status >= 500) violations.push(`${name} is answered ${status}`)
  }
  // The same bytes once more.
  const again = await buildFile(ctx, creator)
  const { rows: arrived } = await sql<{
    status: string
  }>`UPDATE files SET sha256 = (SELECT sha256 FROM files WHERE id = ${photo})
    WHERE id = ${again} RETURNING status`.execute(ctx.db)
  if (arrived[0]!.status !== 'blocked') violations.push('a new upload of the same bytes is not quarantined')
  return Object.keys(uses).length + 1
}
