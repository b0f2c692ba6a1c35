import Fastify from 'fastify'
import pg from 'pg'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'

// Fastify, one prepared query and a bare React render of the same posts as the product shows, filled up to as many bytes as the product's
// page has: what a server-rendered page costs before any framework.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const text = `SELECT json FROM rendered_pages WHERE path = $1 ORDER BY position`

interface File {
  isLocked: boolean
  preview?: string | null
  base: string
  sources: { width: number }[]
}
interface Post {
  _id: string
  title: string
  text: string
  publishedAt: string
  performer: { name: string; username: string; avatar: string }
  files: File[]
  stats: Record<string, number>
}
const image = (file: File, at: number) => {
  if (file.isLocked) return h('img', { key: at, alt: '', src: file.preview })
  const set = (format: string) => file.sources.map(({ width }) => `${file.base}${width}.${format} ${width}w`).join(', ')
  return h(
    'picture',
    { key: at },
    h('source', { type: 'image/avif', srcSet: set('avif') }),
    h('source', { type: 'image/webp', srcSet: set('webp') }),
    h('img', { alt: '', src: `${file.base}${file.sources[1]?.width}.jpeg` }),
  )
}
const article = ({ _id, title, text, publishedAt, performer, files, stats }: Post) =>
  h(
    'article',
    { key: _id },
    h('a', { href: `/${performer.username}` }, h('img', { alt: '', src: performer.avatar }), performer.name),
    h('time', { dateTime: publishedAt }, publishedAt),
    h('h2', null, title),
    h('p', null, text),
    files.map(image),
    Object.entries(stats).map(([name, count]) => h('button', { key: name, type: 'button', 'aria-label': name }, count)),
  )
const page = (posts: Post[]) =>
  h('html', null, h('head', null, h('title', null, 'Floor')), h('body', null, h('main', null, posts.map(article))))
const app = Fastify()
app.get('/', () => 'ok')
app.get<{ Params: { '*': string }; Querystring: { bytes?: string } }>('/*', async (request, reply) => {
  const { rows } = await pool.query<{ json: Post }>({ name: 'posts', text, values: [`/${request.params['*']}`] })
  const html = `<!doctype html>${renderToString(page(rows.map(({ json }) => json)))}`
  const missing = Number(request.query.bytes ?? 0) - html.length
  return reply.type('text/html').send(missing > 0 ? `${html}<!--${filling.slice(0, missing)}-->` : html)
})
const filling = 'x'.repeat(500_000)
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
