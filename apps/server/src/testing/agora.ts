import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateSync } from 'node:zlib'

/** What a token of Agora says (version 007), read here by its published layout and not by the library that made it. */
interface Token {
  appId: string
  expiresAt: number
  channel: string
  uid: number
  /** 1 enters, 2 sends sound, 3 sends pictures; with the moment until which. */
  privileges: Map<number, number>
}
interface Rule {
  channel: string
  uid: number | undefined
  until: number
}

/**
 * Agora as it looks from outside: its REST API (channels, people, rules that keep people out), and what its network does with a token. Whoever enters is
 * there until they are banned or leave.
 */
export async function startAgora({
  appId,
  certificate,
  key,
}: {
  appId: string
  certificate: string
  key: { id: string; secret: string }
}) {
  const present = new Map<string, Map<number, 'host' | 'audience'>>()
  const rules: Rule[] = []
  let isDown = false
  const isBanned = (channel: string, uid: number) =>
    rules.some(
      (rule) => rule.channel === channel && (rule.uid === undefined || rule.uid === uid) && rule.until > Date.now(),
    )
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body))
    if (isDown) return answer(503, { message: 'down' })
    const credentials = Buffer.from(`${key.id}:${key.secret}`).toString('base64')
    if (request.headers.authorization !== `Basic ${credentials}`) return answer(401, { message: 'Unauthorized' })
    const url = new URL(request.url ?? '', 'http://agora')
    const [, , , what, second, third, fourth] = url.pathname.split('/')
    if (what === 'channel' && second === appId) {
      const all = [...present].map(([name, people]) => ({ channel_name: name, user_count: people.size }))
      const size = Number(url.searchParams.get('page_size') ?? 100)
      const from = Number(url.searchParams.get('page_no') ?? 0) * size
      return answer(200, { success: true, data: { channels: all.slice(from, from + size), total_size: all.length } })
    }
    if (what === 'channel' && second === 'user' && third === appId) {
      const people = present.get(fourth ?? '')
      if (!people) return answer(200, { success: true, data: { channel_exist: false } })
      const of = (role: string) => [...people].flatMap(([uid, is]) => (is === role ? uid : []))
      const data = { channel_exist: true, mode: 2, broadcasters: of('host'), audience: of('audience') }
      return answer(200, { success: true, data })
    }
    if (what === 'kicking-rule' && request.method === 'POST') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const rule = JSON.parse(String(Buffer.concat(chunks))) as Record<string, unknown>
      if (rule['appid'] !== appId || typeof rule['cname'] !== 'string' || !Array.isArray(rule['privileges']))
        return answer(400, { message: 'invalid' })
      const [channel, uid] = [rule['cname'], rule['uid'] as number | undefined]
      rules.push({ channel, uid, until: Date.now() + Number(rule['time_in_seconds']) * 1_000 })
      for (const there of present.get(channel)?.keys() ?? []) if (isBanned(channel, there)) leave(channel, there)
      return answer(200, { status: 'success', id: rules.length })
    }
    return answer(404, { message: 'not found' })
  })
  const leave = (channel: string, uid: number) => {
    present.get(channel)?.delete(uid)
    if (present.get(channel)?.size === 0) present.delete(channel)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setDown(is: boolean) {
      isDown = is
    },
    /** What happens when an SDK joins with this token, and in which role. Answers why it is refused. */
    enter(
      { token, channel, uid }: { token: string; channel: string; uid: string },
      role: 'host' | 'audience',
    ): 'in' | 'token' | 'banned' {
      const said = readToken(token, certificate)
      const isGood = said?.appId === appId && said.channel === channel && said.uid === Number(uid)
      if (!isGood || said.expiresAt <= Date.now() / 1_000 || !said.privileges.has(1)) return 'token'
      if (role === 'host' && !said.privileges.has(3)) return 'token'
      if (isBanned(channel, said.uid)) return 'banned'
      present.set(channel, (present.get(channel) ?? new Map()).set(said.uid, role))
      return 'in'
    },
    /** Somebody is there without us, as in a project whose tokens are not checked. */
    intrude(channel: string, uid: number, role: 'host' | 'audience') {
      present.set(channel, (present.get(channel) ?? new Map()).set(uid, role))
    },
    leave,
    isIn: (channel: string, uid: string) => present.get(channel)?.has(Number(uid)) ?? false,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Undefined where the certificate did not sign it. */
export function readToken(token: string, certificate: string): Token | undefined {
  if (!token.startsWith('007')) return undefined
  const bytes = inflateSync(Buffer.from(token.slice(3), 'base64'))
  let at = 0
  const u16 = () => ((at += 2), bytes.readUInt16LE(at - 2))
  const u32 = () => ((at += 4), bytes.readUInt32LE(at - 4))
  const text = () => {
    const length = u16()
    at += length
    return bytes.subarray(at - length, at)
  }
  const u32Buffer = (value: number) => {
    const buffer = Buffer.alloc(4)
    buffer.writeUInt32LE(value)
    return buffer
  }
  const hmac = (key: Buffer, message: Buffer | string) => createHmac('sha256', key).update(message).digest()
  const signature = text()
  const signed = bytes.subarray(at)
  const appId = String(text())
  const issuedAt = u32()
  const expire = u32()
  const salt = u32()
  const signing = hmac(u32Buffer(salt), hmac(u32Buffer(issuedAt), certificate))
  if (!hmac(signing, signed).equals(signature)) return undefined
  const services = u16()
  if (services !== 1 || u16() !== 1) return undefined
  const privileges = new Map(Array.from({ length: u16() }, () => [u16(), issuedAt + u32()] as const))
  const channel = String(text())
  return { appId, expiresAt: issuedAt + expire, channel, uid: Number(String(text())), privileges }
}
