import { type SocketCloseReason, socketCloseCodes, socketLimits } from '@fanlight/contract/sockets'
import type { Socket } from 'socket.io'

// What a connection may make the server keep, and how connections are ended.

export type Connection = Socket['conn']
/** How long a connection has to end in good form. */
const lingerMs = 1_000

/** Connections that no one has signed in on yet. Of too many the oldest goes: who has a session signs in at once. */
export class WaitingConnections {
  readonly #waiting = new Set<Connection>()
  add(connection: Connection): void {
    this.#waiting.add(connection)
    connection.once('close', () => this.#waiting.delete(connection))
    if (this.#waiting.size <= socketLimits.waitingMax) return
    const [oldest] = this.#waiting
    this.#waiting.delete(oldest!)
    cut(oldest!, 'CROWDED')
  }
  delete(connection: Connection): void {
    this.#waiting.delete(connection)
  }
}

/** Ends connections that send too much or read too little: what they would make the server keep is bounded. */
export function limitConnection(connection: Connection): void {
  const allowance = perSecond(socketLimits.packetsPerSecond)
  let bytes = 0
  connection.on('packet', () => {
    if (!allowance()) cut(connection, 'FLOOD')
  })
  // What is handed over to the transport is on its way; it takes no more before that is written.
  connection.on('flush', () => (bytes = 0))
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    bytes += data === undefined ? 0 : data.length
    if (bytes > socketLimits.unreadBytesMax) cut(connection, 'READS_TOO_SLOWLY')
  })
  // A frame that is too large was answered with its code: the rest of it is not read, and the connection ends soon.
  const socket = webSocketOf(connection)
  connection.once('close', (reason) => {
    if (reason !== 'transport error') return
    setImmediate(() => socket?.pause?.())
    endSoon(connection)
  })
}

/** The socket of a connection, where it is a WebSocket. */
const webSocketOf = ({ transport }: Connection) =>
  (transport as { socket?: { close?(code: number, reason: string): void; terminate?(): void; pause?(): void } }).socket

/** Ends a connection at once, with a code. What was not read of it is dropped. */
export function cut(connection: Connection, reason: SocketCloseReason): void {
  webSocketOf(connection)?.close?.(socketCloseCodes[reason], reason)
  connection.close(true)
  endSoon(connection)
}
/** Disconnects a socket after what was sent to it, also where its client does not read. */
export function endSocket(socket: Socket | undefined): void {
  if (!socket) return
  socket.disconnect(true)
  endSoon(socket.conn)
}
function endSoon(connection: Connection): void {
  const socket = webSocketOf(connection)
  setTimeout(() => {
    connection.close(true)
    socket?.terminate?.()
  }, lingerMs).unref()
}

/** Whether one more fits into this second. */
export function perSecond(max: number): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) {
      second = now
      count = 0
    }
    count += 1
    return count <= max
  }
}
