import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildFeed, buildFile } from '@fanlight/server/modules/content/posts/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildFan, buildPlan } from '@fanlight/server/modules/money/wallet/testing'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { breakFunction, ledgerViolations, type MoneyWorld, send, startMoneyWorld } from './money-world.ts'

// Fans look at a post, a gallery, a parcel and a plan on two nodes, and buy them later with the terms that they were shown, while their creator
// swaps files, photos, shipping, days and months under the same price. Who pays gets what they were shown.

interface Shown {
  id: string
  price: number
  terms: string
  /** What one gets, as the database says it at that moment. */
  what: string
}
type Thing = 'feed' | 'gallery' | 'product' | 'plan'
const things: readonly Thing[] = ['feed', 'gallery', 'product', 'plan']

export const check: ReliabilityCheck = {
  id: 'M10',
  title: 'No buyer pays for other terms than were shown',
  async run({ tier, random }) {
    const { rounds, steps } = sabotaged('M10') ? { rounds: 2, steps: 40 } : counts.M10[tier]
    const world = await startMoneyWorld()
    const { ctx, owner } = world
    const violations: string[] = []
    const below = (most: number) => Math.floor(random() * most)
    let n = 0
    try {
      // The deliberate bug: what changes keeps the version that it had.
      if (sabotaged('M10')) {
        await breakFunction(owner, 'plan_version_changed', [['NEW.version_id := uuid_v7();', 'RETURN NEW;']])
        await breakFunction(owner, 'item_offer_changed', [['offer_version + 1', 'offer_version']])
      }
      for (let round = 0; round < rounds; round++) {
        const creator = await buildPerformer(ctx)
        const files = await Promise.all(Array.from({ length: 6 }, () => buildFile(ctx, creator)))
        const gate = { type: 'paid', price: 1000n } as const
        const ids: Record<Thing, string> = {
          feed: await buildFeed(ctx, creator, { type: 'photo', files: files.slice(0, 2), gate }),
          gallery: (await buildGallery(ctx, creator, { photos: [files[2]!, files[3]!], gate })).id,
          product: await buildProduct(ctx, creator, { price: 800n, shippingFee: 200n }),
          plan: await buildPlan(ctx, creator, { type: 'bundle', price: 1000n, months: 12 }),
        }
        const seen: { thing: Thing; fan: Built; shown: Shown }[] = []
        for (let step = 0; step < steps; step++) {
          const dice = below(3)
          if (dice === 0 || seen.length === 0) {
            const thing = things[below(things.length)]!
            const fan = await fanWithAddress(world)
            seen.push({ thing, fan, shown: await look(world, fan, creator, thing, ids[thing], below(2)) })
          } else if (dice === 1) await change(things[below(things.length)]!)
          else {
            n++
            const [{ thing, fan, shown }] = seen.splice(below(seen.length), 1) as [(typeof seen)[number]]
            // Now and then the creator saves in the same moment.
            const isRace = below(3) === 0 && (thing === 'product' || thing === 'plan')
            const [bought] = await Promise.all([
              buy(world, fan, creator, thing, shown, below(2)),
              ...(isRace ? [change(thing)] : []),
            ])
            if (bought.status !== 200) {
              if (!/^(PRICE|TERMS|PLAN)_CHANGED$/.test(bought.body?.code))
                violations.push(`a purchase was answered ${bought.status} ${bought.text.slice(0, 200)}`)
              continue
            }
            const got = await gotBy(fan, thing, ids[thing])
            if (got !== shown.what) violations.push(`${thing}: shown ${shown.what}, got ${got}`)
          }
        }

        async function change(thing: Thing): Promise<void> {
          const either = below(2) === 0
          if (thing === 'feed')
            await owner.query('UPDATE item_files SET file_id = $2 WHERE item_id = $1 AND position = 1', [
              ids.feed,
              files[either ? 1 : 4],
            ])
          else if (thing === 'gallery')
            await owner.query('UPDATE photos SET is_withheld = $2 WHERE gallery_id = $1 AND file_id = $3', [
              ids.gallery,
              either,
              files[3],
            ])
          else if (thing === 'product') {
            await owner.query('BEGIN')
            await owner.query('UPDATE items SET gate_price = $2 WHERE id = $1', [ids.product, either ? 800 : 900])
            await owner.query('UPDATE products SET shipping_fee = $2, processing_days = $3 WHERE item_id = $1', [
              ids.product,
              either ? 200 : 100,
              below(2) ? 3 : 30,
            ])
            await owner.query('COMMIT')
          } else await owner.query('UPDATE plans SET months = $2 WHERE id = $1', [ids.plan, either ? 12 : 1])
        }
      }
      violations.push(...(await ledgerViolations(ctx)))
      return { n, violations }
    } finally {
      await world.stop()
    }

    async function gotBy(fan: Built, thing: Thing, id: string): Promise<string> {
      const query = {
        feed: onOffer.feed,
        gallery: onOffer.gallery,
        product: `SELECT concat(unit_price, ' ', shipping_fee, ' ', extract(day FROM ship_by - created_at)) AS what
          FROM orders WHERE product_id = $1 AND buyer_id = $2`,
        plan: `SELECT concat(price_locked, ' ', months) AS what FROM subscriptions WHERE plan_id = $1 AND fan_id = $2`,
      }[thing]
      const values = thing === 'product' || thing === 'plan' ? [id, fan.id] : [id]
      return (await owner.query<{ what: string }>(query, values)).rows[0]!.what
    }
  },
}

const onOffer = {
  feed: `SELECT string_agg(file_id::text, ' ' ORDER BY file_id) AS what FROM item_files WHERE item_id = $1`,
  gallery: `SELECT string_agg(file_id::text, ' ' ORDER BY file_id) AS what FROM photos WHERE gallery_id = $1 AND NOT is_withheld`,
  product: `SELECT concat(i.gate_price, ' ', p.shipping_fee, ' ', p.processing_days) AS what
    FROM items i JOIN products p ON p.item_id = i.id WHERE i.id = $1`,
  plan: `SELECT concat(price, ' ', months) AS what FROM plans WHERE id = $1`,
}

async function fanWithAddress({ ctx }: MoneyWorld): Promise<Built> {
  const fan = await buildFan(ctx, 500)
  await ctx.pool.query(
    `INSERT INTO addresses (account_id, name, line1, line2, city, state, postal_code, country, phone, is_default)
      VALUES ($1, 'Jamie Rowe', '4-2-8 Shibakoen', '', 'Minato', '', '', 'JP', '', true)`,
    [fan.id],
  )
  return fan
}

async function look(
  { urls, owner }: MoneyWorld,
  fan: Built,
  creator: Built,
  thing: Thing,
  id: string,
  node: number,
): Promise<Shown> {
  const what = (await owner.query<{ what: string }>(onOffer[thing], [id])).rows[0]!.what
  const path = {
    feed: `/user/feeds/${id}`,
    gallery: `/performer-assets/galleries/${id}`,
    product: `/performer-assets/products/${id}`,
    plan: `/performers/${creator.id}`,
  }[thing]
  const { data } = (await send(urls[node]!, fan.token, 'GET', path)).body
  if (thing === 'plan') return { id: data.plans[0]._id, price: data.plans[0].price, terms: data.plans[0].terms, what }
  if (thing === 'product') return { id, price: data.price + data.shipping.fee, terms: data.terms, what }
  return { id, price: data.gate.price, terms: data.gate.terms, what }
}

function buy(
  { urls }: MoneyWorld,
  fan: Built,
  creator: Built,
  thing: Thing,
  { id, price, terms }: Shown,
  node: number,
) {
  const shown = { expectedPrice: price, expectedTerms: terms }
  return thing === 'plan'
    ? send(urls[node]!, fan.token, 'POST', '/payment/subscribe/performers', {
        performerId: creator.id,
        planId: id,
        paymentGateway: 'wallet',
        ...shown,
      })
    : send(urls[node]!, fan.token, 'POST', `/wallet/charges/${thing}/${id}`, shown)
}
