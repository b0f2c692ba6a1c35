import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EgressError, isPublicAddress, openConnection, openEgress } from './egress.ts'

let server: Server
let origin: string
const requestLog: string[] = []
beforeAll(async () => {
  server = createServer((request, reply) => {
    requestLog.push(request.url!)
    if (request.url === '/moved') return reply.writeHead(302, { location: 'https://169.254.169.254/' }).end()
    if (request.url === '/silent') return
    if (request.url === '/endless') return void reply.writeHead(200).end('x'.repeat(100_000))
    if (request.url === '/slow') return void reply.writeHead(200).write('one byte and then nothing')
    if (request.url === '/cut') return void request.socket.destroy()
    reply.writeHead(200, { 'x-answered': 'yes' }).end(`${request.method} hello`)
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

describe('requests to other machines', () => {
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
    expect(reply).toMatchObject({ status: 200, headers: { 'x-answered': 'yes' } })
    expect(String(reply.body)).toBe('POST hello')
    expect(requestLog).toContain('/a?b=c')
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

  test('does not go where an answer moves it to, whatever it says', async () => {
    const egress = openEgress([origin])
    const before = requestLog.length
    expect(await egress.send(`${origin}/moved`)).toMatchObject({
      status: 302,
      headers: { location: 'https://169.254.169.254/' },
    })
    expect(requestLog.slice(before)).toEqual(['/moved'])
    await egress.close()
  })

  test('connects to the address it has checked, though the name says something else a moment later', async () => {
    const names = changing([['8.8.8.8'], ['127.0.0.1'], ['169.254.169.254'], ['::ffff:10.0.0.1']])
    const gone = watchConnections()
    const egress = openEgress([], names.resolver)
    // Nothing leaves this machine: the connection is cut where it would begin.
    expect(await kindOf(egress.send('https://rebinding.example/'))).toBe('unanswered')
    expect(gone.addresses).toEqual(['8.8.8.8'])
    expect(names.lookups, 'a second lookup could return another address').toBe(1)
    for (let n = 0; n < 3; n++) expect(await kindOf(egress.send('https://rebinding.example/'))).toBe('forbidden')
    expect(gone.addresses).toEqual(['8.8.8.8'])
    await egress.close()
    gone.stop()
  })

  test.each([
    [['127.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['2606:4700::1111', '::1']],
    [['::ffff:127.0.0.1']],
    [['fe80::1']],
    [['169.254.169.254']],
    [[]],
  ])('is shut for a name at %s', async (addresses) => {
    const gone = watchConnections()
    const egress = openEgress([], changing([addresses]).resolver)
    expect(await kindOf(egress.send('https://mixed.example/'))).toBe('forbidden')
    const bare = openConnection({ host: 'mixed.example', port: 25 }, changing([addresses]).resolver)
    expect(await kindOf(bare)).toBe('forbidden')
    expect(gone.addresses).toEqual([])
    await egress.close()
    gone.stop()
  })

  test('lets mail to a private machine only where the configuration says so', async () => {
    const port = Number(new URL(origin).port)
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '10.0.0.1', '::ffff:127.0.0.1'])
      expect(await kindOf(openConnection({ host, port }))).toBe('forbidden')
    const connection = await openConnection({ host: '127.0.0.1', port, isOwn: true })
    expect(connection.remoteAddress).toBe('127.0.0.1')
    connection.destroy()
    await expect(openConnection({ host: '127.0.0.1', port: 1, isOwn: true })).rejects.toThrow(/ECONNREFUSED/)
  })

  test('knows a public address when it sees one', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])
      expect(isPublicAddress(address)).toBe(true)
    for (const address of ['', 'example.com', '::', '2001::1', '3fff::1', '198.19.255.255'])
      expect(isPublicAddress(address)).toBe(false)
  })
})

/** A resolver whose answers change from question to question; the last one stays. */
function changing(answers: string[][]) {
  const names = {
    lookups: 0,
    resolver: (_hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => {
      const found = answers[Math.min(names.lookups++, answers.length - 1)]!
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  }
  return names
}

/** Every address that a connection was about to go to; it is cut there. */
function watchConnections() {
  const addresses: string[] = []
  const emit = Socket.prototype.emit
  const spy = vi.spyOn(Socket.prototype, 'emit').mockImplementation(function (this: Socket, event, ...values) {
    if (event === 'lookup' && values[0] === null) {
      addresses.push(String(values[1]))
      this.destroy()
    }
    return emit.apply(this, [event, ...values] as never)
  } as typeof emit)
  return { addresses, stop: () => spy.mockRestore() }
}
