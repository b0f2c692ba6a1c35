import type { WhyCode } from '@fanlight/contract/why'
import type { Context } from '../../../platform/context.ts'
import { VersionedCache } from '../../../platform/db/row-cache.ts'
import { closedSql } from '../../access/visibility-sql.ts'
import { fileById } from '../../media/serving/file-json.ts'
import { presentCommonCard } from './present.ts'
import { type CardRow, cardColumns } from './store.ts'

// Cards of creators as JSON text, cached by the version of their rows. docs/fast-path-queries.md

export interface CachedCard {
  id: string
  version: string
  /** The fields that are the same for all viewers and lists, as JSON without the surrounding braces. */
  text: string
  isClosed: boolean
  isAdult: boolean
  isFree: boolean
  price: CardRow['price']
  /** When the creator was first listed, in milliseconds. */
  listedAt: number
  why: WhyCode
  whyCategory: string | null
  /** Name and username, folded for text comparison. */
  folded: string
}

/** The content of a card comes from these rows: account, performer, listing, avatar, cover. */
const versionSql = `a.xmin, '.', p.xmin, '.', l.xmin, '.', f.xmin, '.', g.xmin`
const rowsSql = `accounts a JOIN performers p ON p.account_id = a.id JOIN performer_listings l ON l.performer_id = a.id
  LEFT JOIN files f ON f.id = a.avatar_file_id LEFT JOIN files g ON g.id = a.cover_file_id`
/** Versions of the cards of `performers`, an array of ids. Creators without a listing are omitted. */
export const cardVersionsSql = (performers: string): string =>
  `(SELECT string_agg(concat(a.id, ${versionSql}), ' ') FROM ${rowsSql} WHERE a.id = ANY(${performers}))`

/** Lists are read up to a thousand entries, in at most ten orders. */
const cardsMax = 10_000
const byInstallation = new WeakMap<Context['settings'], VersionedCache<CachedCard>>()
/** Cached for as long as this process uses this database. */
export function cachedCards({ settings }: Context): VersionedCache<CachedCard> {
  let cache = byInstallation.get(settings)
  if (!cache) byInstallation.set(settings, (cache = new VersionedCache(fetchCards, cardsMax)))
  return cache
}

type Row = Omit<CardRow, 'at' | 'why' | 'whyName' | 'isFollowed' | 'relations'> &
  Pick<CachedCard, 'version' | 'isClosed' | 'isAdult' | 'why' | 'folded'> & { listedAt: Date }
async function fetchCards(ctx: Context, ids: string[]): Promise<CachedCard[]> {
  const { rows } = await ctx.pool.query<Row>({
    name: 'performers cached cards',
    text: `SELECT ${cardColumns}, concat(${versionSql}) AS version, ${fileById('a.avatar_file_id')} AS avatar, ${fileById('a.cover_file_id')} AS cover,
        ${closedSql('a', 'p')} AS "isClosed", p.is_adult AS "isAdult", l.listed_at AS "listedAt", l.why, l.why_category AS "whyCategory",
        search_fold(a.name || ' ' || a.username) AS folded
      FROM ${rowsSql} WHERE a.id = ANY($1::uuid[])`,
    values: [ids],
  })
  return rows.map((row) => {
    const { id, version, isClosed, isAdult, isFree, price, listedAt, why, whyCategory, folded } = row
    const text = JSON.stringify(presentCommonCard(ctx, row)).slice(1, -1)
    return {
      id,
      version,
      text,
      isClosed,
      isAdult,
      isFree,
      price,
      listedAt: listedAt.getTime(),
      why,
      whyCategory,
      folded,
    }
  })
}
