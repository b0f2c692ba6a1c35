import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { type Egress, EgressError, openEgress } from '../../../platform/egress.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { samples } from '../../media/testing.ts'
import { addPreview, fetchDescription, linkToPreview, pruneLinkPreviews } from './link-previews.ts'
import { describePage } from './page-description.ts'
import { buildConversation, buildMessagePhoto } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Pages by their address; counts what is fetched. */
function pages(replies: Record<string, { status?: number; type?: string; location?: string; body?: string | Buffer }>) {
  const fetched: string[] = []
  const egress: Egress = {
    async send(url) {
      fetched.push(url)
      const reply = replies[url]
      if (!reply) throw new EgressError('refused', 'no such page')
      const { status = 200, type = 'text/html; charset=utf-8', location, body = '' } = reply
      return {
        status,
        headers: { 'content-type': type, ...(location && { location }) },
        body: typeof body === 'string' ? Buffer.from(body) : body,
      }
    },
    openSocket: () => Promise.reject(new EgressError('refused', 'no such page')),
    close: async () => {},
  }
  return { egress, fetched }
}
const kiln = `<html><head><title> The kiln &amp; more </title><meta property="og:site_name" content="Clay">
  <meta name="description" content="All about <b>glaze</b>"></head><body><title>Not this</title></body></html>`
const send = async (who: Built, id: string, body: object) => {
  const sent = await api(server).as(who).post(`/messages/conversations/${id}`, body)
  expect(sent.status, sent.text).toBe(200)
  return sent.body.data._id as string
}
const shown = async (who: Built, id: string) =>
  (await api(server).as(who).get(`/messages/conversations/${id}`)).body.data[0].linkPreview
async function scene() {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  return { creator, fan, id: await buildConversation(server.ctx, creator, fan) }
}

test('the first link of a message gets a preview, fetched once in a day', async () => {
  const { creator, fan, id } = await scene()
  const url = 'https://clay.example/kiln'
  const { egress, fetched } = pages({ [url]: { body: kiln } })
  await addPreview(server.ctx, await send(creator, id, { text: `Look (${url}), and https://other.example/` }), egress)
  const preview = {
    url,
    title: 'The kiln & more',
    description: 'All about <b>glaze</b>',
    siteName: 'Clay',
    image: null,
  }
  for (const who of [creator, fan]) expect(await shown(who, id)).toEqual(preview)
  const again = await send(fan, id, { text: `${url}#part` })
  await addPreview(server.ctx, again, egress)
  await addPreview(server.ctx, again, egress)
  expect(await shown(fan, id)).toEqual(preview)
  expect(fetched).toEqual([url])
  await advanceClock(server.ctx, '3 days')
  await pruneLinkPreviews(server.ctx)
  expect(await shown(fan, id)).toEqual(preview)
  await addPreview(server.ctx, await send(fan, id, { text: url }), egress)
  expect(fetched).toEqual([url, url])
})

test('the image of a page is shown as a small one of ours, and goes with its preview', async () => {
  const { fan, creator, id } = await scene()
  const page = (image: string) => ({
    body: kiln.replace('</head>', `<meta property="og:image" content="${image}"></head>`),
  })
  const photo = await samples.telltale()
  const { egress, fetched } = pages({
    'https://clay.example/': page('/kiln.jpg'),
    'https://clay.example/kiln.jpg': { location: 'https://cdn.example/k.jpg', status: 302 },
    'https://cdn.example/k.jpg': { type: 'image/jpeg', body: photo },
    'https://svg.example/': page('https://svg.example/i.svg'),
    'https://svg.example/i.svg': {
      type: 'image/png',
      body: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    },
    'https://broken.example/': page('https://broken.example/i.png'),
    'https://broken.example/i.png': { type: 'image/png', body: Buffer.concat([photo.subarray(0, 300)]) },
    'https://inside.example/': page('http://169.254.169.254/latest.png'),
    'https://none.example/': page('https://none.example/404.png'),
  })
  await addPreview(server.ctx, await send(creator, id, { text: 'https://clay.example/' }), egress)
  expect(fetched).toEqual(['https://clay.example/', 'https://clay.example/kiln.jpg', 'https://cdn.example/k.jpg'])
  const { image } = await shown(fan, id)
  const get = (url: string) => server.app.inject({ method: 'GET', url })
  const reply = await get(image)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp'])
  const meta = await sharp(reply.rawPayload).metadata()
  expect(meta).toMatchObject({ format: 'webp' })
  expect(meta.width).toBeLessThanOrEqual(640)
  expect(meta.exif).toBeUndefined()
  for (const host of ['svg', 'broken', 'inside', 'none']) {
    await addPreview(server.ctx, await send(creator, id, { text: `https://${host}.example/` }), egress)
    expect(await shown(fan, id), host).toMatchObject({ url: `https://${host}.example/`, image: null })
  }
  expect(fetched.filter((url) => url.startsWith('http:'))).toEqual([])
  for (const other of ['01a20d51-600b-7172-b630-cdeccfb5126f', 'nothing'])
    expect((await get(`/link-previews/${other}.webp`)).statusCode).toBe(404)

  const { data } = (await api(server).as(creator).get(`/messages/conversations/${id}`)).body
  for (const message of data) await api(server).as(creator).delete(`/messages/${message._id}`)
  await sql`UPDATE messages SET link_preview_id = NULL`.execute(server.ctx.db)
  await advanceClock(server.ctx, '3 days')
  await pruneLinkPreviews(server.ctx)
  expect((await get(image)).statusCode).toBe(404)
})

test('a page that fails has no preview and is not fetched again that day', async () => {
  const { fan, creator, id } = await scene()
  const { egress, fetched } = pages({})
  for (const who of [creator, fan])
    await addPreview(server.ctx, await send(who, id, { text: 'https://gone.example/' }), egress)
  expect(fetched).toHaveLength(1)
  expect(await shown(fan, id)).toBeNull()
})

test('the preview of a locked or deleted message is not shown', async () => {
  const { creator, fan, id } = await scene()
  const { egress } = pages({ 'https://secret.example/': { body: kiln } })
  const fileIds = [await buildMessagePhoto(server.ctx, creator)]
  const message = await send(creator, id, { text: 'https://secret.example/', fileIds, price: 5 })
  await addPreview(server.ctx, message, egress)
  expect(await shown(fan, id)).toBeNull()
  expect(await shown(creator, id)).toMatchObject({ title: 'The kiln & more' })
  await api(server).as(creator).delete(`/messages/${message}`)
  expect(await shown(creator, id)).toBeNull()
})

test('redirects are followed three times at most, and only HTML is read', async () => {
  const at = (n: number) => `https://hop.example/${n}`
  const hops = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [at(n), { status: 302, location: `/${n + 1}` }]))
  expect(await fetchDescription(pages({ ...hops(3), [at(3)]: { body: kiln } }).egress, at(0))).toBeTruthy()
  expect(await fetchDescription(pages({ ...hops(4), [at(4)]: { body: kiln } }).egress, at(0))).toBeUndefined()
  for (const reply of [
    { type: 'application/json', body: kiln },
    { status: 404, body: kiln },
    { type: 'text/html; charset=none', body: kiln },
  ])
    expect(await fetchDescription(pages({ [at(0)]: reply }).egress, at(0))).toBeUndefined()
})

test('private addresses are never reached, also by name or redirect', async () => {
  const egress = openEgress([], (_name, done) => done(null, [{ address: '10.0.0.1', family: 4 }]))
  for (const url of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://inside.example/',
    'https://169.254.169.254/latest',
    'http://clay.example/',
  ])
    expect(await fetchDescription(egress, url)).toBeUndefined()
  await egress.close()
})

test('links to this site, without https or with a password have no preview', () => {
  const own = 'https://fans.example'
  for (const text of [
    'https://fans.example/noor',
    'http://clay.example/',
    'https://me:pw@clay.example/',
    'javascript:alert(1)',
    'no link',
  ])
    expect(linkToPreview(text, own), text).toBeUndefined()
  expect(linkToPreview('See https://clay.example/a?b=1#c.', own)).toBe('https://clay.example/a?b=1')
})

test('a description is plain text of bounded length', () => {
  expect(describePage('<p>Nothing</p>')).toBeUndefined()
  const long = describePage(`<title>${'x'.repeat(999)}</title><meta name="description" content="${'y'.repeat(999)}">`)!
  expect([long.title.length, long.description.length]).toEqual([200, 300])
  expect(describePage('<meta property="og:title" content="A\u202eB\u0000"><title>Other</title>')!.title).toBe('A B')
})
