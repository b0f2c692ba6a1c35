import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'

// As much of a TURN client (RFC 8656, RFC 8489) as it takes to ask a server for relays.

const cookie = 0x2112a442
const attributes = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  peer: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  family: 0x0017,
  transport: 0x0019,
} as const
const methods = { allocate: 0x0003, refresh: 0x0004, permission: 0x0008 } as const
const answerMsMax = 3_000

export interface Credentials {
  username: string
  credential: string
}

/** Asks a server on this machine over UDP. Every method answers 0 where it was granted, or the code of the error. */
export class TurnClient {
  readonly #socket: Socket
  readonly #port: number
  readonly #credentials: Credentials
  #realm = ''
  #nonce = ''

  private constructor(socket: Socket, port: number, credentials: Credentials) {
    this.#socket = socket
    this.#port = port
    this.#credentials = credentials
  }

  static async open(port: number, credentials: Credentials): Promise<TurnClient> {
    const socket = createSocket('udp4')
    await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
    return new TurnClient(socket, port, credentials)
  }

  /** A relay, whose addresses are of this family. */
  allocate(family: 4 | 6 = 4): Promise<number> {
    return this.#ask(methods.allocate, [
      attribute(attributes.transport, Buffer.from([17, 0, 0, 0])),
      ...(family === 6 ? [attribute(attributes.family, Buffer.from([2, 0, 0, 0]))] : []),
    ])
  }
  refresh(seconds: number): Promise<number> {
    const value = Buffer.alloc(4)
    value.writeUInt32BE(seconds)
    return this.#ask(methods.refresh, [attribute(attributes.lifetime, value)])
  }
  /** That the relay may send to this address. */
  permit(address: string): Promise<number> {
    return this.#ask(methods.permission, (id) => [attribute(attributes.peer, hidden(address, id))])
  }
  close(): void {
    this.#socket.close()
  }

  /** The server names its realm and a nonce in its first refusal, and a new nonce when one has become old. */
  async #ask(method: number, more: Buffer[] | ((id: Buffer) => Buffer[])): Promise<number> {
    for (let tries = 0; ; tries++) {
      const id = randomBytes(12)
      const body = [...(typeof more === 'function' ? more(id) : more), ...this.#identity()]
      const reply = await this.#send(id, message(method, id, body, this.#realm ? this.#key() : undefined))
      const code = reply.get(attributes.error)
      if (!code) return 0
      const number = code[2]! * 100 + code[3]!
      if (tries > 1 || (number !== 401 && number !== 438) || (number === 401 && this.#realm)) return number
      this.#realm = reply.get(attributes.realm)?.toString() ?? ''
      this.#nonce = reply.get(attributes.nonce)?.toString() ?? ''
    }
  }

  #identity(): Buffer[] {
    if (!this.#realm) return []
    return [
      attribute(attributes.username, Buffer.from(this.#credentials.username)),
      attribute(attributes.realm, Buffer.from(this.#realm)),
      attribute(attributes.nonce, Buffer.from(this.#nonce)),
    ]
  }
  #key(): Buffer {
    const { username, credential } = this.#credentials
    return createHash('md5').update(`${username}:${this.#realm}:${credential}`).digest()
  }

  #send(id: Buffer, packet: Buffer): Promise<Map<number, Buffer>> {
    return new Promise((done, reject) => {
      const late = setTimeout(() => end(() => reject(new Error('The TURN server does not answer.'))), answerMsMax)
      // A datagram may be lost while many are sent at once.
      const again = setInterval(() => this.#socket.send(packet, this.#port, '127.0.0.1'), 500)
      const onMessage = (answer: Buffer) => {
        if (answer.length >= 20 && answer.subarray(8, 20).equals(id)) end(() => done(read(answer)))
      }
      const end = (then: () => void) => {
        clearTimeout(late)
        clearInterval(again)
        this.#socket.off('message', onMessage)
        then()
      }
      this.#socket.on('message', onMessage)
      this.#socket.send(packet, this.#port, '127.0.0.1')
    })
  }
}

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc(-value.length & 3)])
}

function message(method: number, id: Buffer, parts: readonly Buffer[], key: Buffer | undefined): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(20)
  head.writeUInt16BE(method, 0)
  head.writeUInt32BE(cookie, 4)
  id.copy(head, 8)
  // The length counts the integrity, which is over everything before it.
  head.writeUInt16BE(body.length + (key ? 24 : 0), 2)
  if (!key) return Buffer.concat([head, body])
  const mark = createHmac('sha1', key).update(head).update(body).digest()
  return Buffer.concat([head, body, attribute(attributes.integrity, mark)])
}

function read(answer: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>()
  for (let at = 20; at + 4 <= answer.length; ) {
    const length = answer.readUInt16BE(at + 2)
    found.set(answer.readUInt16BE(at), answer.subarray(at + 4, at + 4 + length))
    at += 4 + length + (-length & 3)
  }
  return found
}

/** An address as XOR-PEER-ADDRESS writes it. */
function hidden(address: string, id: Buffer): Buffer {
  const mask = Buffer.concat([Buffer.from([0x21, 0x12, 0xa4, 0x42]), id])
  const bytes = bytesOf(address)
  const head = Buffer.from([0, bytes.length === 16 ? 2 : 1, 0, 0])
  head.writeUInt16BE(9 ^ (cookie >>> 16), 2)
  return Buffer.concat([head, bytes.map((byte, at) => byte ^ mask[at]!)])
}

export function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  const [front = '', back] = address.split('::')
  const groups = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .flatMap((group) => (group.includes('.') ? pairs(bytesOf(group)) : [group]))
  const [first, last] = [groups(front), groups(back ?? '')]
  const all =
    back === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
const pairs = (bytes: Buffer): string[] => bytes.toString('hex').match(/.{4}/g)!
