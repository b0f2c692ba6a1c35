import type { SettingValues } from '@fanlight/contract/settings'
import type { Context } from '../../platform/context.ts'
import { publicPictures } from '../media/public-pictures.ts'
import * as store from './store.ts'

// Asked for by the busiest pages. Every process keeps the list for as long as it keeps the settings, a second; who runs by now is
// decided each time, so that a promo begins and ends when it says.

const kept = new WeakMap<SettingValues, Promise<Shown[]>>()
type Shown = Awaited<ReturnType<typeof withPictures>>[number]

export async function showing(ctx: Context, position?: store.Position) {
  const all = ctx.settings.all()
  let list = kept.get(all)
  if (!list) {
    list = store.notOver(ctx).then((found) => withPictures(ctx, found))
    kept.set(all, list)
    list.catch(() => kept.delete(all))
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
  return (await withPictures(ctx, await store.all(ctx))).map((one) => staffView(one, now))
}

export async function forStaff(ctx: Context, row: store.PromoRow) {
  const [one] = await withPictures(ctx, [row])
  return staffView(one!, ctx.clock.now())
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

async function withPictures(ctx: Context, found: readonly store.PromoRow[]) {
  const pictures = await publicPictures(
    ctx,
    found.map(({ imageId }) => imageId),
  )
  return found.map((row) => {
    const picture = pictures.get(row.imageId)
    if (!picture) return { row, image: null }
    const { largest: url, ...rest } = picture
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
