import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An external provider's server in a test, on its own port. */
export interface Peer {
  url: string
  /** How it behaves from now on: as it should, with faults of its own, or without ever answering. */
  be(mood: 'well' | 'broken' | 'silent'): void
  /** Stops the server: it accepts no more connections. */
  stop(): Promise<void>
}
export type Request = IncomingMessage
type Answer = (request: Request, response: ServerResponse, url: URL) => Promise<void> | void

export async function listenAsPeer(answer: Answer): Promise<Peer> {
  let mood: 'well' | 'broken' | 'silent' = 'well'
  const server = createServer((request, response) => {
    if (mood === 'silent') return
    if (mood === 'broken') sendJson(response, 500, { error: 'server_error' })
    else void answer(request, response, new URL(request.url ?? '/', url))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    be(next) {
      mood = next
    },
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
export function sendForm(response: ServerResponse, status: number, fields: Record<string, string>): void {
  response
    .writeHead(status, { 'content-type': 'application/x-www-form-urlencoded' })
    .end(new URLSearchParams(fields).toString())
}
/** A page on which the user chooses how to continue. */
export function sendHtml(response: ServerResponse, choices: readonly { label: string; href: string }[]): void {
  const links = choices.map(({ label, href }) => `<p><a href="${escaped(href)}">${escaped(label)}</a></p>`)
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>Choose an account</title>${links.join('')}`)
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export async function readBody(request: Request): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
