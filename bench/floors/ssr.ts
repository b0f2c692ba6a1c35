import Fastify from 'fastify'
import pg from 'pg'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'

// Fastify, one prepared query and a bare React render of 20 posts: what a server-rendered profile costs before any framework.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const text = `SELECT i.id, i.text, i.published_at::text AS at, i.likes::int AS likes, a.name FROM items i JOIN accounts a ON a.id = i.performer_id
  WHERE a.username = $1 AND i.kind = 'feed' AND i.status = 'published' ORDER BY i.published_at DESC, i.id DESC LIMIT 20`
interface Post {
  id: string
  text: string
  at: string
  likes: number
  name: string
}
const page = (posts: Post[]) =>
  h(
    'html',
    null,
    h('head', null, h('title', null, posts[0]?.name)),
    h(
      'body',
      null,
      h('h1', null, posts[0]?.name),
      h(
        'ul',
        null,
        posts.map((post) =>
          h('li', { key: post.id }, h('p', null, post.text), h('time', null, post.at), h('span', null, post.likes)),
        ),
      ),
    ),
  )
const app = Fastify()
app.get('/', () => 'ok')
app.get<{ Params: { name: string } }>('/:name', async (request, reply) => {
  const { rows } = await pool.query<Post>({ name: 'posts', text, values: [request.params.name] })
  return reply.type('text/html').send(`<!doctype html>${renderToString(page(rows))}`)
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
