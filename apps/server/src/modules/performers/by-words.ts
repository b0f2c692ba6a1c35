import type { Context } from '../../platform/context.ts'
import { escapeLike } from '../../platform/statements.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { AgeScope } from '../access/age.ts'
import { ageOf, type Fact, hiddenByFacts, hidingFrom, performerFactsSql } from '../access/door.ts'
import { presentAvatar, type ShownFileRow } from '../feeds/shown-files.ts'
import { fileById } from '../media/file-json.ts'
import { inSightSql } from './store.ts'
import { hitsSql } from './words.ts'

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
  topics: string[] | null
}
export async function suggestedByWords(ctx: Context, viewer: Viewer, typed: string) {
  const age = ageOf(ctx, viewer)
  const { rows } = await ctx.pool.query<Found>({
    name: `performers by words ${age}`,
    text: found(age),
    values: [
      viewer.kind === 'signed-in' ? viewer.id : null,
      ...hidingFrom(viewer),
      typed,
      `%${escapeLike(typed)}%`,
      viewer.locale,
      age,
    ],
  })
  const hidden = hiddenByFacts(
    viewer,
    rows.map(({ id }) => id),
    rows[0]?.facts ?? [],
  )
  return {
    performers: rows
      .filter(({ id }) => !hidden.has(id))
      .map(({ id, name, username, avatar, isVerified, tagline }) => ({
        _id: id,
        name,
        username,
        avatar: presentAvatar(ctx, viewer, avatar),
        isVerified,
        tagline,
      })),
    categories: rows[0]?.topics ?? [],
  }
}

// A topic is told by those who may be seen under it.
const found = (age: AgeScope) =>
  `WITH ${hitsSql({ words: '$4', pattern: '$5', locale: '$6' }, 'l.score DESC, l.performer_id', inSightSql(age), true)},
  chosen AS MATERIALIZED (SELECT performer_id AS id, row_number() OVER (ORDER BY fit DESC, score DESC, performer_id) AS n FROM hits ORDER BY n LIMIT ${performersMax}),
  topics AS (SELECT substr(term, length('category:') + 1) AS topic, count(*) AS many FROM hits, unnest(terms) term
    WHERE starts_with(term, 'category:') GROUP BY term)
  SELECT a.id, a.name, a.username, ${fileById('a.avatar_file_id')} AS avatar, p.is_verified AS "isVerified", p.tagline,
    CASE WHEN c.n = 1 THEN ${performerFactsSql('$1::uuid', 'ARRAY(SELECT id FROM chosen)', '$3::text', '$7::text')} END AS facts,
    CASE WHEN c.n = 1 THEN ARRAY(SELECT topic FROM topics WHERE starts_with(search_fold(topic), (SELECT near FROM typed)) ORDER BY many DESC, topic LIMIT ${categoriesMax}) END AS topics
  FROM chosen c JOIN accounts a ON a.id = c.id JOIN performers p ON p.account_id = c.id ORDER BY c.n`
