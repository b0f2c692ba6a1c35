import { createHash } from 'node:crypto'
import pg from 'pg'

/** An id for a text: of the version that ids of this kind have, as events with others are refused. */
export const idOf = (text: string) => `overlay(overlay(md5(${text}) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`

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
    SELECT ${idOf(`'fan' || n`)}, 'user', 'fan' || n || '@example.test', 'fan' || n, 'Fan ' || n, 'active', now() FROM generate_series(1, $1::int) n`,
    [fans],
  )
  await db.query(
    `INSERT INTO accounts (id, role, email, username, name, status, email_verified_at)
    SELECT ${idOf(`'creator' || n`)}, 'performer', 'creator' || n || '@example.test', 'creator' || n, 'Creator ' || n, 'active', now() FROM generate_series(1, $1::int) n`,
    [creators],
  )
  await db.query(
    `INSERT INTO performers (account_id, verification_status) SELECT ${idOf(`'creator' || n`)}, 'approved' FROM generate_series(1, $1::int) n`,
    [creators],
  )
  await db.query(
    `INSERT INTO follows (follower_id, performer_id) SELECT DISTINCT ${idOf(`'fan' || f`)}, ${idOf(`'creator' || (1 + (f * 7 + k * 13) % $2::int)`)}
    FROM generate_series(1, $1::int) f, generate_series(1, $3::int) k ON CONFLICT DO NOTHING`,
    [fans, creators, follows],
  )
  await db.query(
    `INSERT INTO subscriptions (fan_id, performer_id, type, status, access_until)
    SELECT follower_id, performer_id, 'monthly', 'active', now() + interval '30 days' FROM follows
    WHERE abs(hashtext(follower_id::text || performer_id::text)) % 2 = 0`,
  )
  await seedPosts(db, posts, creators)
  await db.query(`INSERT INTO feed_inbox (account_id, published_at, item_id, performer_id)
    SELECT f.follower_id, i.published_at, i.id, i.performer_id FROM follows f JOIN items i ON i.performer_id = f.performer_id`)
  for (let n = 1; n <= fans; n++)
    await db.query(
      `INSERT INTO sessions (account_id, token_hash, remember, expires_at) VALUES (${idOf(`'fan' || $1::int`)}, $2, true, now() + interval '1 day')`,
      [n, createHash('sha256').update(`token-${n}`).digest()],
    )
  await db.query('ANALYZE')
  await db.end()
}

// What people post. Of 20 posts 11 have one to six photos, 4 a video and 1 an audio; 1 is a poll, 3 are text. Half are gated: a third
// of those to followers, a third to subscribers, a third for sale.
const kinds = ['photo', 'video', 'photo', 'text', 'photo', 'photo', 'audio', 'video', 'photo', 'photo']
kinds.push('text', 'photo', 'video', 'photo', 'poll', 'photo', 'photo', 'video', 'text', 'photo')
/** How many photos a post of photos has: one, mostly. */
const photos = [1, 1, 1, 2, 2, 3, 4, 6]
const gates = ['public', 'public', 'public', 'followers', 'subscribers', 'paid']
/** The locked preview that the product makes of an image, in its usual length. */
const preview = `data:image/webp;base64,${'UklGR'.padEnd(176, 'A')}`

async function seedPosts(db: pg.Client, posts: number, creators: number): Promise<void> {
  await db.query(
    `INSERT INTO items (id, kind, performer_id, text, status, published_at, likes, comments, gate_type, gate_price)
    SELECT ${idOf(`'post' || n`)}, 'feed', ${idOf(`'creator' || (1 + n % $2::int)`)}, 'Post ' || n || ' ' || repeat('words of a post ', 8), 'published',
      now() - make_interval(secs => n * 37), n % 300, n % 20, gate, CASE WHEN gate = 'paid' THEN 500 END
    FROM (SELECT n, ($3::text[])[1 + abs(hashtext('gate' || n)) % 6] AS gate FROM generate_series(1, $1::int) n) posts`,
    [posts, creators, gates],
  )
  // The kinds of one creator's posts take turns, as those of a page do.
  await db.query(
    `INSERT INTO feeds (item_id, type) SELECT ${idOf(`'post' || n`)}, ($3::text[])[1 + (n + n / $2::int * 7) % 20] FROM generate_series(1, $1::int) n`,
    [posts, creators, kinds],
  )
  await db.query(
    `CREATE TEMP TABLE made AS SELECT uuid_v7() AS id, i.id AS item_id, i.performer_id AS owner_id, fe.type AS kind, 'feed-' || fe.type AS purpose, position
    FROM items i JOIN feeds fe ON fe.item_id = i.id,
      generate_series(1, CASE WHEN fe.type = 'photo' THEN ($1::int[])[1 + abs(hashtext('photos' || i.id)) % 8] ELSE 1 END) position WHERE fe.type IN ('photo', 'video', 'audio')`,
    [photos],
  )
  for (const purpose of ['avatar', 'cover'])
    await db.query(
      `INSERT INTO made (id, owner_id, kind, purpose) SELECT uuid_v7(), id, 'photo', $1 FROM accounts WHERE role = 'performer'`,
      [purpose],
    )
  await db.query(
    `INSERT INTO files (id, owner_id, kind, purpose, mime, status, is_playable, progress, width, height, duration_ms, average_color)
    SELECT id, owner_id, kind, purpose, 'image/jpeg', 'ready', true, 100, CASE WHEN kind <> 'audio' THEN 3024 END, CASE WHEN kind <> 'audio' THEN 4032 END,
      CASE WHEN kind <> 'photo' THEN 83456 END, '#aabbcc' FROM made`,
  )
  await db.query(
    `INSERT INTO item_files (item_id, file_id, role, position) SELECT item_id, id, 'main', position FROM made WHERE item_id IS NOT NULL`,
  )
  const variants = (rows: string, where: string) =>
    db.query(
      `INSERT INTO file_variants (file_id, name, kind, storage_key, mime, width, height, detail)
      SELECT made.id, v.name, v.kind, 'bench/' || made.id || '/' || v.name, v.mime, v.width, v.height, v.detail::jsonb FROM made, LATERAL (${rows}) v(name, kind, mime, width, height, detail) WHERE ${where}`,
    )
  const images = (kind: string, widths: string, formats: string, prefix = '') =>
    `SELECT '${prefix}' || f || '-' || w, '${kind}', 'image/' || f, w, round(w * 4 / 3.0)::int, '{}' FROM unnest('{${widths}}'::int[]) w, unnest('{${formats}}'::text[]) f`
  await variants(images('photo', '320,640,1080,1600', 'avif,webp,jpeg'), `made.purpose = 'feed-photo'`)
  await variants(images('profile-image', '64,128,256,512', 'webp,jpeg'), `made.purpose = 'avatar'`)
  await variants(images('profile-image', '640,1080,1600', 'avif,webp,jpeg'), `made.purpose = 'cover'`)
  await variants(images('poster', '320,640,1080', 'webp,jpeg', 'poster-'), `made.kind = 'video'`)
  await variants(
    `SELECT 'hls-' || w, 'hls-rendition', 'application/vnd.apple.mpegurl', w, w * 4 / 3, '{"bitsPerSecond": 1000}' FROM unnest('{360,720}'::int[]) w`,
    `made.kind = 'video'`,
  )
  await variants(
    `SELECT 'sprite', 'sprite', 'image/jpeg', 900, 1600, '{"columns":10,"rows":9,"count":84,"tileWidth":90,"tileHeight":160,"intervalMs":1000}'`,
    `made.kind = 'video'`,
  )
  await variants(
    `VALUES ('audio', 'audio', 'audio/mp4', NULL::int, NULL::int, '{}'), ('waveform', 'waveform', 'application/json', NULL, NULL, '{}')`,
    `made.kind = 'audio'`,
  )
  await variants(
    `SELECT 'preview', 'locked-preview', 'image/webp', 24, 30, '{"dataUri":"${preview}"}'`,
    `made.item_id IS NOT NULL AND made.kind <> 'audio'`,
  )
  await db.query(
    `UPDATE accounts SET avatar_file_id = (SELECT id FROM made WHERE owner_id = accounts.id AND purpose = 'avatar'),
      cover_file_id = (SELECT id FROM made WHERE owner_id = accounts.id AND purpose = 'cover') WHERE role = 'performer'`,
  )
  await db.query(
    `WITH q AS (INSERT INTO polls (performer_id, item_id, question) SELECT i.performer_id, i.id, 'Which one comes next?' FROM items i JOIN feeds fe ON fe.item_id = i.id
      WHERE fe.type = 'poll' RETURNING id)
    INSERT INTO poll_options (poll_id, position, text, votes) SELECT id, p, 'Option ' || p, p * 3 FROM q, generate_series(0, 3) p`,
  )
}

export const fanId = (n: number): string =>
  createHash('md5')
    .update(`fan${n}`)
    .digest('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
