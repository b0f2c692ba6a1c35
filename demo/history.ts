import { type SeedCreator, type SeedPost, creators, fans } from './seed-accounts.ts'
import { chance, day, hour, oneOf } from './clock.ts'

// The events of the ninety days before the demo world was opened, computed from the seed accounts only. Pure: the same accounts and
// opening moment always give the same past, so that an interrupted start goes on where it stopped.

export type HistoryEvent = { at: Date; fan: string } & (
  | { do: 'top up'; minor: bigint }
  | { do: 'subscribe'; creator: string; plan: PlanType }
  | { do: 'renew'; creator: string; period: number }
  | { do: 'cancel'; creator: string }
  | { do: 'tip'; creator: string; tokens: number; note?: string }
  | { do: 'unlock'; creator: string; post: string }
)
export type PlanType = 'free' | 'monthly' | 'bundle' | 'yearly'

export interface Follow {
  fan: string
  creator: string
  at: Date
}

const historyDays = 88

/** A month of posts of the seed accounts is stretched over three: the latest week as written, what is older further back. */
export function publishedAt(opened: Date, post: SeedPost): Date {
  const days = Math.min(historyDays, post.daysAgo <= 7 ? post.daysAgo : 7 + (post.daysAgo - 7) * 4)
  const earlier = (1 + chance(`hour of ${post.key}`) * 9) * hour
  return new Date(opened.getTime() - days * day - earlier)
}

const everyPost = creators.flatMap((creator) => creator.posts.map((post) => ({ creator, post })))
const isFan = new Set(fans.map((fan) => fan.key))

/** The person who speaks under a locked post has been let in. */
function speakers(gate: SeedPost['gate']): Map<string, { creator: SeedCreator; post: SeedPost }[]> {
  const found = new Map<string, { creator: SeedCreator; post: SeedPost }[]>()
  for (const { creator, post } of everyPost)
    if (post.gate === gate)
      for (const who of post.comments.flatMap((comment) => [comment.by, ...(comment.reply ? [comment.reply.by] : [])]))
        if (isFan.has(who)) found.set(who, [...(found.get(who) ?? []), { creator, post }])
  return found
}

export function follows(opened: Date): Follow[] {
  const needed = speakers('followers')
  return fans.flatMap((fan) =>
    creators
      .filter(
        (creator) =>
          needed.get(fan.key)?.some((entry) => entry.creator === creator) ||
          chance(`${fan.key} follows ${creator.key}`) < 0.45,
      )
      .map((creator) => ({
        fan: fan.key,
        creator: creator.key,
        at: new Date(opened.getTime() - (86 + chance(`when ${fan.key} follows ${creator.key}`) * 3) * day),
      })),
  )
}

export interface Prices {
  /** Hundredths of a token for one period. */
  tokensOf(creator: string, plan: PlanType): bigint
  monthsOf(plan: PlanType): number
  tokensForMinor(minor: bigint): bigint
}

/** Everything that moved money, oldest first. A fan who would run short has topped up an hour before. */
export function historyEvents(opened: Date, prices: Prices): HistoryEvent[] {
  const past = fans.flatMap((fan) => [
    ...subscriptionsOf(fan.key, fan.lapsed ?? false, opened, prices),
    ...unlocksOf(fan.key, opened),
    ...tipsOf(fan.key, opened),
  ])
  past.sort((a, b) => a.at.getTime() - b.at.getTime())
  const all: HistoryEvent[] = []
  const wallets = new Map<string, bigint>()
  const subscribed = new Map<string, PlanType>()
  const topUp = (fan: string, at: Date, needed: bigint) => {
    const sizes = [1000n, 2500n, 5000n, 10_000n, 20_000n, 30_000n]
    const smallest = sizes.find((minor) => prices.tokensForMinor(minor) >= needed) ?? sizes.at(-1)!
    const generous =
      sizes[Math.min(sizes.length - 1, sizes.indexOf(smallest) + Math.floor(chance(`${fan} ${at.getTime()}`) * 3))]!
    all.push({ do: 'top up', fan, at, minor: generous })
    wallets.set(fan, (wallets.get(fan) ?? 0n) + prices.tokensForMinor(generous))
  }
  for (const historyEvent of past) {
    const pair = 'creator' in historyEvent ? `${historyEvent.fan} ${historyEvent.creator}` : ''
    if (historyEvent.do === 'subscribe') subscribed.set(pair, historyEvent.plan)
    const cost = costOf(historyEvent, subscribed.get(pair), prices)
    while ((wallets.get(historyEvent.fan) ?? 0n) < cost)
      topUp(historyEvent.fan, new Date(historyEvent.at.getTime() - hour), cost - (wallets.get(historyEvent.fan) ?? 0n))
    wallets.set(historyEvent.fan, (wallets.get(historyEvent.fan) ?? 0n) - cost)
    all.push(historyEvent)
  }
  // A balance to spend for the first person who signs in.
  topUp(fans[0]!.key, new Date(opened.getTime() - 30 * hour), 80_000n)
  return all.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function costOf(historyEvent: HistoryEvent, plan: PlanType | undefined, prices: Prices): bigint {
  if (historyEvent.do === 'subscribe')
    return historyEvent.plan === 'free' ? 0n : prices.tokensOf(historyEvent.creator, historyEvent.plan)
  if (historyEvent.do === 'renew') return prices.tokensOf(historyEvent.creator, plan ?? 'monthly')
  if (historyEvent.do === 'tip') return BigInt(historyEvent.tokens) * 100n
  if (historyEvent.do === 'unlock')
    return BigInt(everyPost.find((entry) => entry.post.key === historyEvent.post)!.post.priceTokens!) * 100n
  return 0n
}

function subscriptionsOf(fan: string, lapsed: boolean, opened: Date, prices: Prices): HistoryEvent[] {
  const needed = speakers('subscribers').get(fan) ?? []
  return creators.flatMap((creator): HistoryEvent[] => {
    const name = `${fan} subscribes to ${creator.key}`
    const spoke = needed
      .filter((entry) => entry.creator === creator)
      .map((entry) => publishedAt(opened, entry.post).getTime())
    const whim = chance(name)
    if (spoke.length === 0 && whim > (fan === fans[0]!.key ? 0.35 : 0.13)) {
      if (!creator.freeSubscription || whim < 0.65) return []
      return [
        {
          do: 'subscribe',
          fan,
          creator: creator.key,
          plan: 'free',
          at: new Date(opened.getTime() - (1 + chance(`${name} free`) * 24) * day),
        },
      ]
    }
    const latest = Math.min(...spoke, opened.getTime() - (2 + chance(`${name} since`) * 80) * day)
    const at = new Date(Math.max(latest - 5 * hour, opened.getTime() - historyDays * day - 12 * hour))
    if (lapsed)
      return [
        { do: 'subscribe', fan, creator: creator.key, plan: 'monthly', at },
        ...renewals(fan, creator.key, 'monthly', at, new Date(Math.max(...spoke, at.getTime()) + hour), prices),
        { do: 'cancel', fan, creator: creator.key, at: new Date(Math.max(...spoke, at.getTime()) + 2 * hour) },
      ]
    const plan = oneOf<PlanType>(`${name} how`, [
      'monthly',
      'monthly',
      'monthly',
      'monthly',
      'monthly',
      'bundle',
      'yearly',
    ])
    return [
      { do: 'subscribe', fan, creator: creator.key, plan, at },
      ...renewals(fan, creator.key, plan, at, opened, prices),
    ]
  })
}

/** Periods that have ended since were renewed on the minute. */
function renewals(
  fan: string,
  creator: string,
  plan: PlanType,
  from: Date,
  until: Date,
  prices: Prices,
): HistoryEvent[] {
  const found: HistoryEvent[] = []
  for (let period = 2; ; period++) {
    const at = new Date(from)
    at.setUTCMonth(at.getUTCMonth() + prices.monthsOf(plan) * (period - 1))
    if (at >= until) return found
    found.push({ do: 'renew', fan, creator, period, at })
  }
}

function unlocksOf(fan: string, opened: Date): HistoryEvent[] {
  const needed = new Set(
    speakers('paid')
      .get(fan)
      ?.map((entry) => entry.post.key),
  )
  return everyPost
    .filter(({ post }) => post.gate === 'paid' && (needed.has(post.key) || chance(`${fan} unlocks ${post.key}`) < 0.16))
    .map(({ creator, post }) => ({
      do: 'unlock' as const,
      fan,
      creator: creator.key,
      post: post.key,
      at: soon(
        publishedAt(opened, post),
        opened,
        needed.has(post.key) ? 1 : 1 + chance(`when ${fan} unlocks ${post.key}`) * 90,
      ),
    }))
}

const notes = [
  'For the next one.',
  'This made my week.',
  'Coffee money.',
  'Thank you for showing the mistakes.',
  'Worth every minute.',
  undefined,
  undefined,
  undefined,
]

function tipsOf(fan: string, opened: Date): HistoryEvent[] {
  return creators.flatMap((creator) =>
    [1, 2, 3]
      .filter((n) => chance(`${fan} tips ${creator.key} ${n}`) < 0.16)
      .map((n): HistoryEvent => {
        const name = `${fan} ${creator.key} ${n}`
        const note = oneOf(`note ${name}`, notes)
        return {
          do: 'tip',
          fan,
          creator: creator.key,
          tokens: oneOf(`tip ${name}`, [10, 10, 20, 25, 50, 50, 100, 200]),
          at: new Date(opened.getTime() - (0.2 + chance(`tip day ${name}`) * 84) * day),
          ...(note && { note }),
        }
      }),
  )
}

/** Some hours later, but always before the opening moment. */
export const soon = (at: Date, opened: Date, hours: number): Date =>
  new Date(Math.min(at.getTime() + hours * hour, opened.getTime() - 60_000))
