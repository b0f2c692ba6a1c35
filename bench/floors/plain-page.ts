import Fastify from 'fastify'
import { brotliCompressSync } from 'node:zlib'

// The text and images of a product page as plain HTML: no script, a stylesheet of one line, everything served from memory.
const product = process.env['PRODUCT_URL'] ?? ''
const pages = new Map<string, Buffer>()
const files = new Map<string, { type: string; body: Buffer }>()

const allowedTags = /^\/?(?:a|article|figure|h[1-6]|img|li|main|p|section|time|ul)$/
const allowedAttributes = /\s(?:href|src|srcset|sizes|alt|width|height|datetime)="[^"]*"/gi
function plain(html: string): string {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const fragments = main
    .replace(/<(script|style|svg|form|template)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(\/?[a-z][a-z0-9]*)([^>]*)>/gi, (_, name: string, rest: string) =>
      allowedTags.test(name) ? `<${name}${(rest.match(allowedAttributes) ?? []).join('')}>` : '',
    )
  const [lang = 'en'] = /<html lang="([^"]*)"/.exec(html)?.slice(1) ?? []
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title><style>img{max-width:100%;height:auto}</style>${fragments}</html>`
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
