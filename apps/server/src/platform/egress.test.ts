import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EgressError, isPublicAddress, openEgress } from './egress.ts'

let server: Server
let origin: string
const asked: string[] = []
beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push(request.url!)
    if (request.url === '/moved') return reply.writeHead(302, { location: 'https://169.254.169.254/' }).end()
    if (request.url === '/silent') return
    if (request.url === '/endless') return void reply.writeHead(200).end('x'.repeat(100_000))
    if (request.url === '/slow') return void reply.writeHead(200).write('one byte and then nothing')
    if (request.url === '/cut') return void request.socket.destroy()
    reply.writeHead(200, { 'x-told': 'yes' }).end(`${request.method} hello`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const kindOf = (trying: Promise<unknown>) =>
  trying.then(
    () => 'sent',
    (error: unknown) => (error instanceof EgressError ? error.kind : error),
  )

describe('the door to other machines', () => {
  test.each([
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://10.1.2.3/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://localhost/',
    'https://example.com:8443/',
    'http://example.com/',
    'https://name:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'not an address',
  ])('is shut for %s', async (url) => {
    const egress = openEgress([])
    expect(await kindOf(egress.send(url))).toBe('forbidden')
    await egress.close()
  })

  test('lets through the origins that the configuration names, and none beside them', async () => {
    const egress = openEgress([origin])
    const reply = await egress.send(`${origin}/a?b=c`, { method: 'POST', body: 'x' })
    expect(reply).toMatchObject({ status: 200, headers: { 'x-told': 'yes' } })
    expect(String(reply.body)).toBe('POST hello')
    expect(asked).toContain('/a?b=c')
    const { port } = new URL(origin)
    for (const other of [`http://localhost:${port}/`, `http://127.0.0.2:${port}/`, 'http://127.0.0.1:1/'])
      expect(await kindOf(egress.send(other))).toBe('forbidden')
    await egress.close()
  })

  test('does not follow, wait or read without end', async () => {
    const egress = openEgress([origin, 'http://127.0.0.1:1'])
    expect(await egress.send(`${origin}/moved`)).toMatchObject({ status: 302 })
    expect(await kindOf(egress.send(`${origin}/endless`, { bytesMax: 50_000 }))).toBe('too-large')
    expect(await kindOf(egress.send(`${origin}/silent`, { deadlineMs: 200 }))).toBe('unanswered')
    expect(await kindOf(egress.send(`${origin}/slow`, { deadlineMs: 200 }))).toBe('unanswered')
    expect(await kindOf(egress.send(`${origin}/cut`))).toBe('unanswered')
    expect(await kindOf(egress.send('http://127.0.0.1:1/'))).toBe('refused')
    await egress.close()
  })

  test('knows a public address when it sees one', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])
      expect(isPublicAddress(address)).toBe(true)
    for (const address of ['', 'example.com', '::', '2001::1', '3fff::1', '198.19.255.255'])
      expect(isPublicAddress(address)).toBe(false)
  })
})
