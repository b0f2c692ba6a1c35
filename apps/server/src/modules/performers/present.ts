import { type Hideable, traits } from '@fanlight/contract/accounts'
import type { PerformerProfile, performerCard } from '@fanlight/contract/performers'
import { fromHundredths, isWebAddress } from '@fanlight/contract/fields'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import { presentAvatar, presentCover } from '../accounts/profile/images.ts'
import { presentFile } from '../media/present.ts'
import { fromMinor, tokensForPrice } from '../wallet/currency.ts'
import type { CardRow, ProfileRow, UserRow } from './store.ts'

type CardWordsRow = Pick<
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
  | 'updatedAt'
>
/** What a card says to everybody, in every list. */
export const presentCardWords = (ctx: Context, one: CardWordsRow) => ({
  _id: one.id,
  name: one.name,
  username: one.username,
  avatar: presentAvatar(ctx, one.avatar),
  cover: presentCover(ctx, one.cover),
  isVerified: one.isVerified,
  tagline: one.tagline,
  country: one.country,
  categories: one.categories,
  followers: Number(one.followers),
  feeds: Number(one.feeds),
  updatedAt: one.updatedAt.toISOString(),
})

export const presentCard = (ctx: Context, one: CardRow): z.input<typeof performerCard> => ({
  ...presentCardWords(ctx, one),
  isFree: one.isFree && ctx.settings.get('freeSubscriptionEnabled'),
  isFollowed: one.isFollowed,
  why: one.why && { code: one.why, name: one.whyName, category: one.whyCategory },
})

export const presentUser = (ctx: Context, one: UserRow) => ({
  _id: one.id,
  name: one.name,
  username: one.username,
  avatar: presentAvatar(ctx, one.avatar),
  isPerformer: one.role === 'performer',
})

export function presentProfile(ctx: Context, viewer: Viewer, one: ProfileRow): PerformerProfile {
  const { freeSubscriptionEnabled, currency, tokenValue } = ctx.settings.all()
  const plans = one.plans.filter((plan) => plan.type !== 'free' || freeSubscriptionEnabled)
  const me = idOf(viewer)
  const other = me !== null && me !== one.id && viewer.kind === 'signed-in' && viewer.status !== 'suspended'
  const subscribed = one.subscription?.hasAccess ?? false
  const writes = { everyone: true, paid: true, followers: one.isFollowed || subscribed, subscribers: subscribed }
  const hidden = new Set<Hideable>(one.hiddenFields)
  const shown = <T>(name: Hideable, value: T): T | null => (hidden.has(name) ? null : value)
  return {
    _id: one.id,
    name: one.name,
    username: one.username,
    avatar: presentAvatar(ctx, one.avatar),
    cover: presentCover(ctx, one.cover),
    isVerified: one.isVerified,
    tagline: one.tagline,
    bio: one.bio,
    gender: shown('gender', one.traits.gender),
    traits: Object.fromEntries(traits.map((name) => [name, shown(name, one.traits[name])])) as typeof one.traits,
    age: shown('age', one.age),
    counts: {
      followers: Number(one.followers),
      subscribers: Number(one.subscribers),
      likes: Number(one.likes),
      feeds: Number(one.feeds),
      videos: Number(one.videos),
      photos: Number(one.photos),
      products: Number(one.products),
      views: Number(one.views),
    },
    country: shown('country', one.country),
    state: shown('state', one.state) ?? '',
    city: shown('city', one.city) ?? '',
    languages: shown('languages', one.languages) ?? [],
    links: (shown('links', one.links) ?? []).flatMap(({ title, url }) =>
      url && isWebAddress(url) ? [{ title: title ?? url, url }] : [],
    ),
    categories: one.categories,
    plans: plans.map((plan) => {
      const price = plan.price === null ? null : BigInt(plan.price)
      return {
        _id: plan.id,
        name: plan.name,
        type: plan.type,
        months: plan.months,
        discountPct: plan.discountPct,
        perks: plan.perks,
        price: price === null ? null : fromMinor(price, currency),
        tokens: price === null ? null : fromHundredths(tokensForPrice(price, currency, tokenValue)),
      }
    }),
    // A viewer who gets this far may see it: the access policy is evaluated for the whole profile.
    welcomeVideo:
      one.welcomeVideo && presentFile(ctx, one.welcomeVideo, viewer, { granted: true }, welcomeScope(viewer)),
    whoMayWrite: one.whoMayWrite,
    firstMessagePrice:
      one.whoMayWrite === 'paid' && one.firstMessagePrice !== null
        ? fromHundredths(BigInt(one.firstMessagePrice))
        : null,
    isFollowed: one.isFollowed,
    isFree: one.isFree && freeSubscriptionEnabled,
    subscription: one.subscription && {
      status: one.subscription.status,
      accessUntil: one.subscription.accessUntil && new Date(one.subscription.accessUntil).toISOString(),
      cancelAtPeriodEnd: one.subscription.cancelAtPeriodEnd,
    },
    can: {
      follow: other,
      subscribe: other && plans.length > 0 && !subscribed,
      tip: other && one.isVerified,
      message: other && writes[one.whoMayWrite],
    },
    canonicalUsername: one.username,
    createdAt: one.createdAt.toISOString(),
  }
}

/** Signed-in viewers may see it in cases where visitors may not: its creator, staff. */
const welcomeScope = (viewer: Viewer) => (viewer.kind === 'visitor' ? 'public' : 'display')
