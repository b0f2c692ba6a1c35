import { createHash } from 'node:crypto'
import pg from 'pg'

/** Fans, creators, follows and posts straight into the tables: `token-<n>` is fan n's session. */
export async function seedFeeds(
  databaseUrl: string,
  counts: { fans: number; creators: number; follows: number; posts: number },
): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { fans, creators, follows, posts } = counts
  await db.query(
    `INSERT INTO accounts (id, role, email, username, name, status, email_verified_at)
    SELECT md5('fan' || n)::uuid, 'user', 'fan' || n || '@example.test', 'fan' || n, 'Fan ' || n, 'active', now() FROM generate_series(1, $1::int) n`,
    [fans],
  )
  await db.query(
    `INSERT INTO accounts (id, role, email, username, name, status, email_verified_at)
    SELECT md5('creator' || n)::uuid, 'performer', 'creator' || n || '@example.test', 'creator' || n, 'Creator ' || n, 'active', now() FROM generate_series(1, $1::int) n`,
    [creators],
  )
  await db.query(
    `INSERT INTO performers (account_id, verification_status) SELECT md5('creator' || n)::uuid, 'approved' FROM generate_series(1, $1::int) n`,
    [creators],
  )
  await db.query(
    `INSERT INTO follows (follower_id, performer_id) SELECT DISTINCT md5('fan' || f)::uuid, md5('creator' || (1 + (f * 7 + k * 13) % $2::int))::uuid
    FROM generate_series(1, $1::int) f, generate_series(1, $3::int) k ON CONFLICT DO NOTHING`,
    [fans, creators, follows],
  )
  await db.query(
    `INSERT INTO items (id, kind, performer_id, text, status, published_at, likes, comments)
    SELECT md5('post' || n)::uuid, 'feed', md5('creator' || (1 + n % $2::int))::uuid, 'Post ' || n || ' ' || repeat('words of a post ', 8), 'published',
      now() - make_interval(secs => n * 37), n % 300, n % 20 FROM generate_series(1, $1::int) n`,
    [posts, creators],
  )
  await db.query(`INSERT INTO feeds (item_id, type) SELECT id, 'text' FROM items WHERE kind = 'feed'`)
  await db.query(`INSERT INTO feed_inbox (account_id, published_at, item_id, performer_id)
    SELECT f.follower_id, i.published_at, i.id, i.performer_id FROM follows f JOIN items i ON i.performer_id = f.performer_id`)
  for (let n = 1; n <= fans; n++)
    await db.query(
      `INSERT INTO sessions (account_id, token_hash, remember, expires_at) VALUES (md5('fan' || $1::int)::uuid, $2, true, now() + interval '1 day')`,
      [n, createHash('sha256').update(`token-${n}`).digest()],
    )
  await db.query('ANALYZE')
  await db.end()
}
export const fanId = (n: number): string =>
  createHash('md5')
    .update(`fan${n}`)
    .digest('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
