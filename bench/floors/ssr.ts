import Fastify from 'fastify'
import pg from 'pg'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'

// Fastify, one prepared query and a bare React render of the same posts as the product shows, again and again until React has rendered
// as many bytes as the product's page has: what a server-rendered page costs before any framework.
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
const page = (posts: Post[], times: number) =>
  h(
    'html',
    null,
    h('head', null, h('title', null, 'Floor')),
    h(
      'body',
      null,
      Array.from({ length: times }, (_, time) => h('main', { key: time }, posts.map(article))),
    ),
  )
const render = (posts: Post[], times: number) => `<!doctype html>${renderToString(page(posts, times))}`

/** How often the posts of a page fit into its bytes; the rest is filled up. */
const timesOf = new Map<string, number>()
function timesFor(path: string, posts: Post[], bytes: number): number {
  const [once, twice] = [render(posts, 1).length, render(posts, 2).length]
  const times = Math.max(1, Math.floor((bytes - once) / (twice - once)) + 1)
  timesOf.set(path, times)
  return times
}

const app = Fastify()
app.get('/', () => 'ok')
app.get<{ Params: { '*': string }; Querystring: { bytes?: string } }>('/*', async (request, reply) => {
  const path = `/${request.params['*']}`
  const bytes = Number(request.query.bytes ?? 0)
  const { rows } = await pool.query<{ json: Post }>({ name: 'posts', text, values: [path] })
  const posts = rows.map(({ json }) => json)
  const html = render(posts, timesOf.get(path) ?? timesFor(path, posts, bytes))
  const missing = bytes - html.length
  return reply.type('text/html').send(missing > 0 ? `${html}<!--${filling.slice(0, missing)}-->` : html)
})
const filling = 'x'.repeat(500_000)
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
