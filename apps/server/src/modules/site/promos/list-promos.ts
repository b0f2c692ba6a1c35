import type { SettingValues } from '@fanlight/contract/settings'
import type { Context } from '../../../platform/context.ts'
import { publicImages } from '../../media/serving/public-images.ts'
import * as store from './store.ts'

// Requested by the busiest pages. Every process caches the list as long as the settings, for a second. Which promos are running is
// decided for each request, so that each begins and ends exactly at its times.

const cache = new WeakMap<SettingValues, Promise<Shown[]>>()
type Shown = Awaited<ReturnType<typeof withImages>>[number]

export async function showing(ctx: Context, position?: store.Position) {
  const all = ctx.settings.all()
  let list = cache.get(all)
  if (!list) {
    list = store.notOver(ctx).then((found) => withImages(ctx, found))
    cache.set(all, list)
    list.catch(() => cache.delete(all))
  }
  const now = ctx.clock.now()
  return (await list).flatMap(({ row, image }) =>
    image && stateOf(row, now) === 'running' && (!position || row.position === position)
      ? [{ ...present(row), image }]
      : [],
  )
}

export async function listForStaff(ctx: Context) {
  const now = ctx.clock.now()
  return (await withImages(ctx, await store.all(ctx))).map((image) => staffView(image, now))
}

export async function forStaff(ctx: Context, row: store.PromoRow) {
  const [promo] = await withImages(ctx, [row])
  return staffView(promo!, ctx.clock.now())
}

const staffView = ({ row, image }: Shown, now: Date) => ({
  ...present(row),
  image,
  imageId: row.imageId,
  state: stateOf(row, now),
  updatedAt: row.updatedAt.toISOString(),
})

const stateOf = ({ startsAt, endsAt }: store.PromoRow, now: Date) =>
  endsAt && endsAt <= now ? ('over' as const) : startsAt > now ? ('waiting' as const) : ('running' as const)

async function withImages(ctx: Context, found: readonly store.PromoRow[]) {
  const images = await publicImages(
    ctx,
    found.map(({ imageId }) => imageId),
  )
  return found.map((row) => {
    const image = images.get(row.imageId)
    if (!image) return { row, image: null }
    const { largest: url, ...rest } = image
    return { row, image: { url, ...rest } }
  })
}

const present = ({ id, title, url, position, ordering, startsAt, endsAt }: store.PromoRow) => ({
  _id: id,
  title,
  url,
  position,
  ordering,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
})
