import type { Context } from '../../platform/context.ts'
import { escapeLike } from '../../platform/statements.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { AgeScope } from '../access/age.ts'
import { ageSql, hiddenIdsSql } from '../access/door-sql.ts'
import { ageOf, type Fact, hiddenByFacts, hidingFrom, performerFactsSql } from '../access/door.ts'
import { presentAvatar, type ShownFileRow } from '../feeds/shown-files.ts'
import { fileById } from '../media/file-json.ts'

// What a search field offers while somebody types: creators whose words begin so, or nearly, and topics.

const performersMax = 6
const categoriesMax = 3

interface Found {
  id: string
  name: string
  username: string | null
  avatar: ShownFileRow | null
  isVerified: boolean
  tagline: string
  facts: Fact[] | null
}
export async function suggestedByWords(ctx: Context, viewer: Viewer, typed: string) {
  const age = ageOf(ctx, viewer)
  const values = [
    ...hidingFrom(viewer),
    typed,
    `%${escapeLike(typed)}%`,
    viewer.kind === 'signed-in' ? viewer.id : null,
    age,
  ]
  const [people, topics] = await Promise.all([
    ctx.pool.query<Found>({ name: `performers by words ${age}`, text: performers(age), values }),
    ctx.pool.query<{ topic: string }>({
      name: `topics by words ${age}`,
      text: categories(age),
      values: values.slice(0, 4),
    }),
  ])
  const hidden = hiddenByFacts(
    viewer,
    people.rows.map(({ id }) => id),
    people.rows[0]?.facts ?? [],
  )
  return {
    performers: people.rows
      .filter(({ id }) => !hidden.has(id))
      .map(({ id, name, username, avatar, isVerified, tagline }) => ({
        _id: id,
        name,
        username,
        avatar: presentAvatar(ctx, viewer, avatar),
        isVerified,
        tagline,
      })),
    categories: topics.rows.map(({ topic }) => topic),
  }
}

const inSight = (age: AgeScope) =>
  `l.performer_id NOT IN (${hiddenIdsSql('$1::uuid', '$2::text')}) AND ${ageSql(age, 'l.performer_id', '$1::uuid')}`

// Where the words begin is worth more than where they are, and that more than a near miss.
const performers = (
  age: AgeScope,
) => `WITH typed AS (SELECT search_fold($3::text) AS near, search_fold($4::text) AS inside),
  chosen AS MATERIALIZED (SELECT l.performer_id AS id, row_number() OVER (ORDER BY fit DESC, l.score DESC, l.performer_id) AS n FROM (
    SELECT l.performer_id, l.score, starts_with(l.words, t.near)::int + (position(' ' || t.near IN ' ' || l.words) > 0)::int + word_similarity(t.near, l.words) AS fit
    FROM typed t, performer_listings l WHERE (l.words LIKE t.inside OR t.near <% l.words) AND ${inSight(age)} LIMIT 500) l
    ORDER BY n LIMIT ${performersMax})
  SELECT a.id, a.name, a.username, ${fileById('a.avatar_file_id')} AS avatar, p.is_verified AS "isVerified", p.tagline,
    CASE WHEN c.n = 1 THEN ${performerFactsSql('$5::uuid', 'ARRAY(SELECT id FROM chosen)', '$2::text', '$6::text')} END AS facts
  FROM chosen c JOIN accounts a ON a.id = c.id JOIN performers p ON p.account_id = c.id ORDER BY c.n`
// A topic is told by those who may be seen under it.
const categories = (
  age: AgeScope,
) => `SELECT topic FROM (SELECT unnest(p.categories) AS topic FROM performer_listings l JOIN performers p ON p.account_id = l.performer_id
    WHERE l.words LIKE search_fold($4::text) AND ${inSight(age)} LIMIT 1000) found
  WHERE starts_with(search_fold(topic), search_fold($3::text)) GROUP BY topic ORDER BY count(*) DESC, topic LIMIT ${categoriesMax}`
