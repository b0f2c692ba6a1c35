import { storeRenderedPages } from '../rendered.ts'
import { compare, print, type Rig, type Served, serveFloor, serveProduct, type TimedRequest } from '../rig.ts'
import { seedFeeds } from '../seed.ts'

const cookie = { cookie: 'token=token-1' }
const names = Array.from({ length: 20 }, (_, n) => `creator${n + 1}`)

/** A creator's page as HTML: signed out with the page cache, signed in without it; beside it the home page of who is signed in. */
export async function profile(rig: Rig): Promise<void> {
  await seedFeeds(rig.databaseUrl, { fans: 20, creators: 20, follows: 10, posts: 1_000 })
  const [floor, product] = [await serveFloor('ssr', rig), await serveProduct(rig)]
  const feedOf = (name: string) => `/api/user/feeds/search/${name}`
  await storeRenderedPages(rig.databaseUrl, product, [
    ...names.map((name) => ({ path: `/out/${name}`, call: feedOf(name) })),
    ...names.map((name) => ({ path: `/in/${name}`, call: feedOf(name), token: 'token-1' })),
    { path: '/in/home', call: '/api/user/feeds', token: 'token-1' },
  ])
  const row = async (name: string, pages: readonly string[], prefix: string, headers: Record<string, string>) => {
    const bytes = await bytesOf(product, pages[0]!, headers)
    print(`${name}, page`, { kB: bytes / 1000 })
    const ours: TimedRequest = { served: product, requests: pages.map((page) => ({ path: `/${page}`, headers })) }
    const floors: TimedRequest = {
      served: floor,
      requests: pages.map((page) => ({ path: `/${prefix}/${page}?bytes=${bytes}` })),
    }
    await compare(name, floors, ours, { rig })
  }
  await row('profile, signed out', names, 'out', {})
  await row('profile, signed in', names, 'in', cookie)
  await row('home, signed in', ['home'], 'in', cookie)
  await floor.stop()
  await product.stop()
}

const bytesOf = async ({ url }: Served, page: string, headers: Record<string, string>): Promise<number> =>
  (await (await fetch(`${url}/${page}`, { headers })).arrayBuffer()).byteLength
