import { type Hideable, traits } from '@fanlight/contract/accounts'
import type { PerformerProfile, performerCard } from '@fanlight/contract/performers'
import { fromHundredths, isWebAddress } from '@fanlight/contract/fields'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { hiddenByRelations } from '../../access/policy.ts'
import { presentAvatar, presentCover } from '../accounts/profile/images.ts'
import { presentFile } from '../../media/serving/present.ts'
import { planTerms } from '../../money/subscriptions/plan-terms.ts'
import { fromMinor, tokensForPrice } from '../../money/wallet/currency.ts'
import type { CardRow, ProfileRow, UserRow } from './store.ts'

type CommonCardRow = Pick<
  CardRow,
  | 'id'
  | 'name'
  | 'username'
  | 'avatar'
  | 'cover'
  | 'isVerified'
  | 'tagline'
  | 'country'
  | 'categories'
  | 'followers'
  | 'feeds'
  | 'videos'
  | 'photos'
  | 'products'
  | 'updatedAt'
>
/** The fields of a card that are the same for all viewers and lists. */
export const presentCommonCard = (ctx: Context, row: CommonCardRow) => ({
  _id: row.id,
  name: row.name,
  username: row.username,
  avatar: presentAvatar(ctx, row.avatar),
  cover: presentCover(ctx, row.cover),
  isVerified: row.isVerified,
  tagline: row.tagline,
  country: row.country,
  categories: row.categories,
  followers: Number(row.followers),
  feeds: Number(row.feeds),
  counts: { videos: Number(row.videos), photos: Number(row.photos), products: Number(row.products) },
  updatedAt: row.updatedAt.toISOString(),
})

/** What a month costs with a plan, rounded as on the creator's page. */
export const presentPrice = (ctx: Context, price: CardRow['price']): z.input<typeof performerCard>['price'] =>
  price && {
    perMonth: fromMinor(BigInt(Math.round(Number(price.amount) / price.months)), ctx.settings.get('currency')),
    type: price.type,
    months: price.months,
  }

export const presentCard = (ctx: Context, row: CardRow): z.input<typeof performerCard> => ({
  ...presentCommonCard(ctx, row),
  isFree: row.isFree && ctx.settings.get('freeSubscriptionEnabled'),
  price: presentPrice(ctx, row.price),
  isFollowed: row.isFollowed,
  why: row.why && { code: row.why, name: row.whyName, category: row.whyCategory },
})

/** Without those who are hidden from the viewer. */
export function presentVisibleCards(ctx: Context, viewer: Viewer, found: CardRow[], relations = found[0]?.relations) {
  const hidden = hiddenByRelations(
    viewer,
    found.map(({ id }) => id),
    relations ?? [],
  )
  return found.filter(({ id }) => !hidden.has(id)).map((entry) => presentCard(ctx, entry))
}

export const presentUser = (ctx: Context, row: UserRow) => ({
  _id: row.id,
  name: row.name,
  username: row.username,
  avatar: presentAvatar(ctx, row.avatar),
  isPerformer: row.role === 'performer',
})

export function presentProfile(ctx: Context, viewer: Viewer, row: ProfileRow): PerformerProfile {
  const { freeSubscriptionEnabled, currency, tokenValue } = ctx.settings.all()
  const plans = row.plans.filter((plan) => plan.type !== 'free' || freeSubscriptionEnabled)
  const me = idOf(viewer)
  const other = me !== null && me !== row.id && viewer.kind === 'signed-in' && viewer.status !== 'suspended'
  const subscribed = row.subscription?.hasAccess ?? false
  const writes = { everyone: true, paid: true, followers: row.isFollowed || subscribed, subscribers: subscribed }
  const hidden = new Set<Hideable>(row.hiddenFields)
  const shown = <T>(name: Hideable, value: T): T | null => (hidden.has(name) ? null : value)
  return {
    _id: row.id,
    name: row.name,
    username: row.username,
    avatar: presentAvatar(ctx, row.avatar),
    cover: presentCover(ctx, row.cover),
    isVerified: row.isVerified,
    ...(row.locale !== null && { locale: row.locale }),
    tagline: row.tagline,
    bio: row.bio,
    gender: shown('gender', row.traits.gender),
    traits: Object.fromEntries(traits.map((name) => [name, shown(name, row.traits[name])])) as typeof row.traits,
    age: shown('age', row.age),
    counts: {
      followers: Number(row.followers),
      subscribers: Number(row.subscribers),
      likes: Number(row.likes),
      feeds: Number(row.feeds),
      videos: Number(row.videos),
      photos: Number(row.photos),
      products: Number(row.products),
      views: Number(row.views),
    },
    country: shown('country', row.country),
    state: shown('state', row.state) ?? '',
    city: shown('city', row.city) ?? '',
    languages: shown('languages', row.languages) ?? [],
    links: (shown('links', row.links) ?? []).flatMap(({ title, url }) =>
      url && isWebAddress(url) ? [{ title: title ?? url, url }] : [],
    ),
    categories: row.categories,
    plans: plans.map((plan) => {
      const price = plan.price === null ? null : BigInt(plan.price)
      return {
        _id: plan.versionId,
        terms: planTerms(ctx, { versionId: plan.versionId, price }),
        name: plan.name,
        type: plan.type,
        months: plan.months,
        discountPct: plan.discountPct,
        perks: plan.perks,
        price: price === null ? null : fromMinor(price, currency),
        tokens: price === null ? null : fromHundredths(tokensForPrice(price, currency, tokenValue)),
      }
    }),
    // Granted: the access policy was evaluated for the whole profile.
    welcomeVideo:
      row.welcomeVideo && presentFile(ctx, row.welcomeVideo, viewer, { granted: true }, welcomeScope(viewer)),
    whoMayWrite: row.whoMayWrite,
    firstMessagePrice:
      row.whoMayWrite === 'paid' && row.firstMessagePrice !== null
        ? fromHundredths(BigInt(row.firstMessagePrice))
        : null,
    isFollowed: row.isFollowed,
    isFree: row.isFree && freeSubscriptionEnabled,
    isLive: row.isLive,
    subscription: row.subscription && {
      status: row.subscription.status,
      accessUntil: row.subscription.accessUntil && new Date(row.subscription.accessUntil).toISOString(),
      cancelAtPeriodEnd: row.subscription.cancelAtPeriodEnd,
    },
    can: {
      follow: other,
      subscribe: other && plans.length > 0 && !subscribed,
      tip: other && row.isVerified,
      message: other && writes[row.whoMayWrite],
    },
    canonicalUsername: row.username,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Some signed-in viewers have access where visitors have none: its creator and staff. */
const welcomeScope = (viewer: Viewer) => (viewer.kind === 'visitor' ? 'public' : 'display')
