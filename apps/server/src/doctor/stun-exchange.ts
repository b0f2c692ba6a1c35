import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import { framed, FrameReader } from '@fanlight/live-engine/tcp/framing'
import { readStun, type StunMessage } from './stun.ts'
import { connectTo } from './site-connection.ts'

const againMs = 250
const answerMs = 2_500
const transactionBytes = 12

/** Sends requests to one server and resolves with its answers; undefined where none comes. */
export interface StunServer {
  ask(write: (transaction: Buffer) => Buffer): Promise<StunMessage | undefined>
  close(): void
}

/** Over UDP, where requests are sent again until they are answered. */
export function stunOverUdp(host: string, port: number): StunServer {
  const socket = createSocket('udp4')
  // A port that nobody listens on is reported as an error; silence is what the caller sees.
  socket.on('error', () => {})
  return {
    ask(write) {
      const transaction = randomBytes(transactionBytes)
      const request = write(transaction)
      return new Promise((done) => {
        const send = () => socket.send(request, port, host, () => {})
        const end = (message?: StunMessage) => {
          clearInterval(again)
          clearTimeout(late)
          socket.off('message', take)
          done(message)
        }
        const take = (bytes: Buffer) => {
          const message = readStun(bytes)
          if (message?.transaction.equals(transaction)) end(message)
        }
        const again = setInterval(send, againMs)
        const late = setTimeout(() => end(), answerMs)
        socket.on('message', take)
        send()
      })
    },
    close: () => void socket.close(),
  }
}

/** Over TCP or TLS. Rejects where no connection comes about, or browsers would refuse its certificate. */
export async function stunOverTcp(host: string, port: number, isSecure: boolean): Promise<StunServer> {
  const socket = await connectTo({ host, port, isSecure })
  if ('authorized' in socket && !socket.authorized) {
    socket.destroy()
    throw new Error(`its certificate is refused (${String(socket.authorizationError)})`)
  }
  let received: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  const read = (chunk: Buffer): StunMessage[] => {
    received = Buffer.concat([received, chunk])
    const messages: StunMessage[] = []
    for (let message = readStun(received); message; message = readStun(received)) {
      received = received.subarray(20 + received.readUInt16BE(2))
      messages.push(message)
    }
    return messages
  }
  return overStream(socket, read, (request) => request)
}

/** Over a stream of frames (RFC 4571), as ICE over TCP has it. Rejects where no connection comes about. */
export async function stunOverFrames(host: string, port: number): Promise<StunServer> {
  const socket = await connectTo({ host, port, isSecure: false })
  const frames = new FrameReader()
  return overStream(socket, (chunk) => (frames.read(chunk) ?? []).flatMap((packet) => readStun(packet) ?? []), framed)
}

function overStream(
  socket: Socket,
  read: (chunk: Buffer) => StunMessage[],
  write: (request: Buffer) => Buffer,
): StunServer {
  socket.on('error', () => {})
  return {
    ask(requestOf) {
      const transaction = randomBytes(transactionBytes)
      return new Promise((done) => {
        const end = (message?: StunMessage) => {
          clearTimeout(late)
          socket.off('data', take).off('close', lost)
          done(message)
        }
        const take = (chunk: Buffer) => {
          for (const message of read(chunk)) if (message.transaction.equals(transaction)) end(message)
        }
        const lost = () => end()
        const late = setTimeout(end, answerMs)
        socket.on('data', take).on('close', lost)
        socket.write(write(requestOf(transaction)))
      })
    },
    close: () => void socket.destroy(),
  }
}
