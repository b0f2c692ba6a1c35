import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

// The least that sends one message to many: the body of each POST as one frame, made once, to everyone who is connected.
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.method === 'POST') {
      const body = Buffer.concat(chunks)
      const size =
        body.length < 126 ? Buffer.from([body.length]) : Buffer.from([126, body.length >> 8, body.length & 255])
      const frame = Buffer.concat([Buffer.from([129]), size, body])
      for (const socket of sockets.clients) connectionOf(socket).write(frame)
    }
    response.end('{}')
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
const connectionOf = (socket: WebSocket) => (socket as unknown as { _socket: { write(frame: Buffer): void } })._socket
server.listen(Number(process.env['PORT']), '127.0.0.1')
