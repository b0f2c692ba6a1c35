import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { processFile } from '@fanlight/server/modules/media/processing/processing'
import { samples } from '@fanlight/server/modules/media/testing'
import { freeTcpPort } from '@fanlight/server/platform/process/free-port'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '../pages/site.ts'

// The site for nginx that operators are given, with nothing changed but its addresses.

const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH: `${process.env['PATH']}:/usr/sbin` } }).status === 0
if (!hasNginx) console.log('nginx is not installed: its tests are skipped.')
const behindNginx = test.skipIf(!hasNginx)

let site: Site
let nginx: ChildProcess
let folder: string
let port: number
beforeAll(async () => {
  if (!hasNginx) return
  site = await startSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  folder = mkdtempSync(join(tmpdir(), 'fanlight-nginx-'))
  chmodSync(folder, 0o755)
  for (const name of ['cache', 'temp']) mkdirSync(join(folder, name))
  port = await freeTcpPort()
  const made = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
    .replace('server 127.0.0.1:4000;', `server ${new URL(site.url).host};`)
    .replace('/var/cache/nginx/fanlight', join(folder, 'cache'))
    .replace(/server \{\n {2}listen 80;[\s\S]*?\n\}\n/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/ {2}ssl_.*\n/g, '')
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = temps.map((name) => `${name}_temp_path ${join(folder, 'temp', name)};`).join(' ')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${join(folder, 'pid')}; error_log stderr; user root; events {} http { access_log off; ${paths}\n${made}\n}`,
  )
  nginx = spawn('nginx', ['-c', file, '-p', folder], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 100 && !(await get('/').catch(() => undefined)); tries++) await sleep(100)
}, 120_000)
afterAll(async () => {
  nginx?.kill('SIGTERM')
  if (nginx?.exitCode === null) await once(nginx, 'close')
  await site?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

async function get(path: string, headers: Record<string, string> = {}, to = `http://127.0.0.1:${port}`) {
  const outgoing = request(to + path, { headers }).end()
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) }
}

behindNginx('visitors do not choose their country', async () => {
  await site.ctx.settings.set(site.ctx.db, 'blockedCountries', ['DE'], null)
  const german = { 'x-forwarded-for': '91.64.0.1', accept: 'text/html' }
  try {
    // Whom the server trusts may say so.
    expect((await get('/explore', german, site.url)).status).toBe(451)
    expect((await get('/explore', german)).status).toBe(200)
  } finally {
    await site.ctx.settings.set(site.ctx.db, 'blockedCountries', [], null)
  }
})

/** Where the public picture is that somebody uploads of themselves. */
async function addressOfAvatar(who: Built, photo: Buffer): Promise<string> {
  const form = new FormData()
  form.append('avatar', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'me.jpg')
  const uploaded = await fetch(`http://127.0.0.1:${port}/api/users/avatar/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  })
  const { data } = (await uploaded.json()) as { data: { _id: string } }
  await processFile(site.ctx, data._id)
  const { body } = await get(`/${who.username}`, { accept: 'text/html' })
  const [address] = /\/media\/p[^"'\s,&\\]+/.exec(body) ?? []
  expect(address).toBeDefined()
  return address!
}

behindNginx('sockets open, large bodies pass, and public media are kept', async () => {
  const creator = await buildPerformer(site.ctx)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`)
  const [greeting] = (await once(socket, 'message')) as [MessageEvent]
  expect(String(greeting.data)).toContain('"sid"')
  socket.close()

  const form = new FormData()
  const photo = await samples.photo(3000, 2000)
  const padded = Buffer.concat([photo, Buffer.alloc(8_000_000)])
  form.append('file', new Blob([new Uint8Array(padded)], { type: 'image/jpeg' }), 'photo.jpg')
  const sent = await fetch(`http://127.0.0.1:${port}/api/performer/feeds/photo/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${creator.token}` },
    body: form,
  })
  expect(sent.status, await sent.text()).toBe(200)

  const image = await addressOfAvatar(creator, photo)
  expect((await get(image)).headers['x-cache']).toBe('MISS')
  const kept = await get(image)
  expect([kept.status, kept.headers['x-cache']]).toEqual([200, 'HIT'])

  const other = await addressOfAvatar(await buildPerformer(site.ctx), photo)
  // Nothing is kept for others while they may be in a country that is blocked, and nobody says of themselves where they are.
  await site.ctx.settings.set(site.ctx.db, 'blockedCountries', ['DE'], null)
  try {
    const german = { 'x-forwarded-for': '91.64.0.1' }
    expect((await get(other, german, site.url)).status).toBe(451)
    for (let time = 1; time <= 2; time++) {
      const reply = await get(other, german)
      expect([reply.status, reply.headers['x-cache']]).toEqual([200, 'MISS'])
    }
  } finally {
    await site.ctx.settings.set(site.ctx.db, 'blockedCountries', [], null)
  }
})
