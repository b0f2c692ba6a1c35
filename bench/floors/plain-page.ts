import Fastify from 'fastify'
import { brotliCompressSync } from 'node:zlib'

// The words and pictures of a page of the product as plain HTML: no script, no sheet but one line, all from memory.
const product = process.env['PRODUCT_URL'] ?? ''
const pages = new Map<string, Buffer>()
const files = new Map<string, { type: string; body: Buffer }>()

const kept = /^\/?(?:a|article|figure|h[1-6]|img|li|main|p|section|time|ul)$/
const keptAttributes = /\s(?:href|src|srcset|sizes|alt|width|height|datetime)="[^"]*"/gi
function plain(html: string): string {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const words = main
    .replace(/<(script|style|svg|form|template)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(\/?[a-z][a-z0-9]*)([^>]*)>/gi, (_, name: string, rest: string) =>
      kept.test(name) ? `<${name}${(rest.match(keptAttributes) ?? []).join('')}>` : '',
    )
  const [lang = 'en'] = /<html lang="([^"]*)"/.exec(html)?.slice(1) ?? []
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title><style>img{max-width:100%;height:auto}</style>${words}</html>`
}

const app = Fastify()
app.get('/*', async (request, reply) => {
  if (request.url === '/') return 'ok'
  const path = request.url.replace(/^\/page/, '') || '/'
  if (request.url.startsWith('/page')) {
    let page = pages.get(path)
    if (!page) {
      page = brotliCompressSync(plain(await (await fetch(product + path)).text()))
      pages.set(path, page)
    }
    return reply.type('text/html; charset=utf-8').header('content-encoding', 'br').send(page)
  }
  let file = files.get(request.url)
  if (!file) {
    const answer = await fetch(product + request.url)
    file = { type: answer.headers.get('content-type') ?? '', body: Buffer.from(await answer.arrayBuffer()) }
    files.set(request.url, file)
  }
  return reply.type(file.type).send(file.body)
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
