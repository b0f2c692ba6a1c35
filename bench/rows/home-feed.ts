import { compare, print, type Rig, serveFloor, serveProduct } from '../rig.ts'
import { storeRenderedFeeds } from '../rendered.ts'
import { fanId, seedFeeds } from '../seed.ts'

const fans = 1000

/** Home feed, signed in, 20 items, following 50 creators. */
export async function homeFeed(rig: Rig): Promise<void> {
  await seedFeeds(rig.databaseUrl, { fans, creators: 200, follows: 50, posts: 10_000 })
  const [floor, product] = [await serveFloor('inbox20', rig), await serveProduct(rig)]
  print('a page of the home feed', { kB: (await storeRenderedFeeds(rig.databaseUrl, product, fans)) / 1000 })
  const all = Array.from({ length: fans }, (_, n) => n + 1)
  await compare(
    'home feed ÷ inbox20',
    { served: floor, requests: all.map((n) => ({ path: `/${fanId(n)}` })) },
    {
      served: product,
      requests: all.map((n) => ({ path: '/api/user/feeds', headers: { authorization: `Bearer token-${n}` } })),
    },
    { rig },
  )
  await floor.stop()
  await product.stop()
}
