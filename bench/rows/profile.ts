import { compare, type Rig, serveFloor, serveProduct } from '../rig.ts'
import { seedFeeds } from '../seed.ts'

/** A creator's page as HTML: signed out with the page cache, signed in without it; beside it the home page of who is signed in. */
export async function profile(rig: Rig): Promise<void> {
  await seedFeeds(rig.databaseUrl, { fans: 20, creators: 20, follows: 10, posts: 1_000 }).catch(() => {})
  const [floor, product] = [await serveFloor('ssr', rig), await serveProduct(rig)]
  const names = Array.from({ length: 20 }, (_, n) => `creator${n + 1}`)
  const floorShot = { served: floor, requests: names.map((name) => ({ path: `/${name}` })) }
  await compare('profile, signed out', floorShot, {
    served: product,
    requests: names.map((name) => ({ path: `/${name}` })),
  })
  await compare('profile, signed in', floorShot, {
    served: product,
    requests: names.map((name) => ({ path: `/${name}`, headers: { cookie: 'token=token-1' } })),
  })
  await compare('home, signed in', floorShot, {
    served: product,
    requests: [{ path: '/home', headers: { cookie: 'token=token-1' } }],
  })
  await floor.stop()
  await product.stop()
}
