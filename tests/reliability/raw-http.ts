import { connect, type Socket } from 'node:net'

// HTTP as bytes: many requests written one behind the other into a few connections, and the answers read as they come.

export interface Answer {
  status: number
  headers: string
  text: string
}

/** The bytes of a request. Text is UTF-8 unless it is given as bytes. */
export function requestBytes(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer | string,
): Buffer {
  const bytes = body === undefined ? undefined : Buffer.from(body as string)
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    ...(bytes && { 'content-length': String(bytes.length) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return bytes ? Buffer.concat([head, bytes]) : head
}

/**
 * Sends all of these over one connection, pipelined; a connection that the server closes is opened again for what is still
 * unanswered. An answer that is missing after `patienceMs` is undefined.
 */
export async function sendPipelined(
  port: number,
  requests: readonly Buffer[],
  patienceMs: number,
): Promise<(Answer | undefined)[]> {
  const answers: (Answer | undefined)[] = []
  while (answers.length < requests.length) {
    const before = answers.length
    answers.push(...(await overOneConnection(port, requests.slice(before), patienceMs)))
    // The connection was closed without a response, so that one request has no answer.
    if (answers.length === before) answers.push(undefined)
  }
  return answers
}

function overOneConnection(port: number, requests: readonly Buffer[], patienceMs: number): Promise<Answer[]> {
  return new Promise((resolve) => {
    const answers: Answer[] = []
    const socket = connect(port, '127.0.0.1')
    let unread: Buffer = Buffer.alloc(0)
    let patience = setTimeout(() => socket.destroy(), patienceMs)
    socket.on('data', (chunk: Buffer) => {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
      const read = () => readAnswer(unread, isHead(requests[answers.length]))
      for (let next = read(); next; next = read()) {
        answers.push(next.answer)
        unread = unread.subarray(next.length)
        clearTimeout(patience)
        patience = setTimeout(() => socket.destroy(), patienceMs)
      }
      if (answers.length === requests.length) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(patience)
      resolve(answers)
    })
    writeAll(socket, requests)
  })
}

const writeAll = (socket: Socket, requests: readonly Buffer[]): void => void socket.write(Buffer.concat(requests))

const isHead = (request: Buffer | undefined): boolean => request?.subarray(0, 5).toString('latin1') === 'HEAD '

/** The first whole answer in these bytes. Ours come with a length or in chunks; one to HEAD has no body. */
function readAnswer(bytes: Buffer, hasNoBody: boolean): { answer: Answer; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const headers = bytes.subarray(0, end).toString('latin1')
  const status = Number(headers.slice(9, 12))
  const from = end + 4
  // 100 Continue and the like announce the real answer.
  if (status < 200) return readAfter(bytes, from, hasNoBody)
  if (hasNoBody) return { answer: { status, headers, text: '' }, length: from }
  if (/^transfer-encoding: *chunked/im.test(headers)) {
    const read = readChunks(bytes, from)
    return read && { answer: { status, headers, text: read.text }, length: read.end }
  }
  const length = Number(/^content-length: *(\d+)/im.exec(headers)?.[1] ?? 0)
  if (bytes.length < from + length) return undefined
  return { answer: { status, headers, text: bytes.subarray(from, from + length).toString() }, length: from + length }
}
function readAfter(bytes: Buffer, from: number, hasNoBody: boolean) {
  const next = readAnswer(bytes.subarray(from), hasNoBody)
  return next && { ...next, length: next.length + from }
}
function readChunks(bytes: Buffer, from: number): { text: string; end: number } | undefined {
  const parts: Buffer[] = []
  for (let at = from; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16)
    if (bytes.length < line + 2 + size + 2) return undefined
    if (size === 0) return { text: Buffer.concat(parts).toString(), end: line + 4 }
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}
