import pg from 'pg'
import type { Served } from './rig.ts'
import { fanId } from './seed.ts'

// The product's own posts, put ready-made into tables: floors read the same rows and send the same bytes.

interface Post {
  _id: string
}
const postsOf = async ({ url }: Served, path: string, token?: string): Promise<Post[]> => {
  const reply = await fetch(url + path, token ? { headers: { authorization: `Bearer ${token}` } } : {})
  return ((await reply.json()) as { data: Post[] }).data
}

/** The home feed of each fan, post by post. Returns the bytes of an average page. */
export async function storeRenderedFeeds(databaseUrl: string, product: Served, fans: number): Promise<number> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query(
    `CREATE TABLE rendered_posts (account_id uuid, item_id uuid, json text, PRIMARY KEY (account_id, item_id))`,
  )
  let bytes = 0
  for (let n = 1; n <= fans; n++) {
    const posts = await postsOf(product, '/api/user/feeds', `token-${n}`)
    const texts = posts.map((post) => JSON.stringify(post))
    bytes += Buffer.byteLength(texts.join(','))
    await db.query(`INSERT INTO rendered_posts SELECT $1, * FROM unnest($2::uuid[], $3::text[])`, [
      fanId(n),
      posts.map(({ _id }) => _id),
      texts,
    ])
  }
  await db.query('ANALYZE rendered_posts')
  await db.end()
  return bytes / fans
}

/** The posts of a page by the path that it has in the floor. */
export async function storeRenderedPages(
  databaseUrl: string,
  product: Served,
  pages: readonly { path: string; call: string; token?: string }[],
): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query(`CREATE TABLE rendered_pages (path text, position int, json jsonb, PRIMARY KEY (path, position))`)
  for (const { path, call, token } of pages)
    for (const [position, post] of (await postsOf(product, call, token)).entries())
      await db.query('INSERT INTO rendered_pages VALUES ($1, $2, $3)', [path, position, JSON.stringify(post)])
  await db.query('ANALYZE rendered_pages')
  await db.end()
}
