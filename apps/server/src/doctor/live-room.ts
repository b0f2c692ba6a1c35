import { randomBytes } from 'node:crypto'
import { grantSecondsMax, writeGrant } from '@fanlight/live-engine/token'
import { egressTo } from '../platform/egress.ts'
import { keyFor } from '../platform/keys.ts'
import type { Installation } from './check.ts'

/** Where the engine waits for media, as it says in its answer to an offer. */
export interface Candidate {
  transport: 'udp' | 'tcp'
  address: string
  port: number
}
/** An answer of the engine: what a browser would be given to come in. */
export interface LiveRoom {
  candidates: Candidate[]
  /** `USERNAME` and key of the connectivity checks (RFC 8445 §7.2.2). */
  username: string
  password: string
  close(): Promise<void>
}
/** The engine, or what stands before it, gave no answer. */
export class NoRoom extends Error {
  readonly status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

/**
 * Offers video to a room that nobody else knows, by the way of a browser. Rooms that are no stream's are closed within a second: use it at once. Rejects
 * with `NoRoom` where the answer is another.
 */
export async function openLiveRoom({ site, secret }: Installation): Promise<LiveRoom> {
  const room = `doctor-${randomBytes(8).toString('hex')}`
  const issuedAt = Math.floor(Date.now() / 1000)
  const grant = writeGrant(keyFor(await secret(), 'live grants'), {
    room,
    user: 'doctor',
    session: room,
    may: 'publish',
    issuedAt,
    expiresAt: issuedAt + grantSecondsMax,
  })
  const egress = egressTo(site, { isOwn: true })
  const ufrag = randomBytes(6).toString('hex')
  const { status, body, headers } = await egress.send(`${site}/live/whip/${room}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${grant}`, 'content-type': 'application/sdp' },
    body: offer(ufrag),
  })
  const answer = String(body)
  const valueOf = (name: string) => new RegExp(`^a=${name}:(\\S+)`, 'm').exec(answer)?.[1]
  const [theirs, password] = [valueOf('ice-ufrag'), valueOf('ice-pwd')]
  if (status !== 201 || !theirs || !password) throw new NoRoom(status)
  return {
    candidates: candidatesIn(answer),
    username: `${theirs}:${ufrag}`,
    password,
    async close() {
      const { location } = headers
      if (location) await egress.send(new URL(location, site).href, { method: 'DELETE' })
    },
  }
}

/** The least that a room takes. Nothing is sent after it. */
const offer = (ufrag: string): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    `a=fingerprint:sha-256 ${randomBytes(32).toString('hex').toUpperCase().match(/../g)!.join(':')}`,
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${randomBytes(12).toString('hex')}`,
    'a=setup:actpass',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=sendonly',
    'a=rtcp-mux',
    'a=rtpmap:96 VP8/90000',
    '',
  ].join('\r\n')

const candidatesIn = (answer: string): Candidate[] =>
  [...answer.matchAll(/^a=candidate:\S+ 1 (udp|tcp) \d+ (\S+) (\d+) /gim)].map(([, transport, address, port]) => ({
    transport: transport!.toLowerCase() as Candidate['transport'],
    address: address!,
    port: Number(port),
  }))
