import { seedCreators } from '@fanlight/server/testing/many-creators'
import { compare, type Rig, serveFloor, serveProduct } from '../rig.ts'

const sorts = ['updatedAt', 'followers', 'name', 'newest', 'trending']
const places = Array.from({ length: 200 }, (_, n) => ({ sort: sorts[n % sorts.length]!, page: 1 + ((n * 37) % 50) }))
const filters = [
  'gender=female',
  'country=JP',
  'hairColor=red,black&eyeColor=blue',
  'category=topic 3&language=en,ja',
  'isFree=true&priceTo=12',
  'gender=male&country=US,SE&priceFrom=5',
]
// Words that a fifth of all have, that few have, that nobody has, and some with slips.
const words = ['painter', 'anna', 'topic 7', 'craft', 'creator777', 'gretta', 'nobody so called', 'dario m']

/** The public list of creators: pages and orders by chance; filters; words. `BENCH_CREATORS` is how many there are. */
export async function listing(rig: Rig): Promise<void> {
  const many = Number(process.env['BENCH_CREATORS'] ?? 10_000)
  await seedCreators(rig.databaseUrl, many)
  const [floor, product] = [await serveFloor('home20', rig), await serveProduct(rig)]
  const floorShot = { served: floor, requests: places.map(({ sort, page }) => ({ path: `/${sort}/${page}` })) }
  const asked = (query: (n: number) => string) => ({
    served: product,
    requests: places.map((_, n) => ({ path: encodeURI(`/api/performers/user/search?${query(n)}`) })),
  })
  const place = (n: number) => `sortBy=${places[n]!.sort}&current=${places[n]!.page}`
  await compare(`list of ${many}`, floorShot, asked(place))
  await compare(
    `filters of ${many}`,
    floorShot,
    asked((n) => `${filters[n % filters.length]}&sortBy=${places[n]!.sort}&current=${1 + (n % 5)}`),
  )
  await compare(
    `words of ${many}`,
    floorShot,
    asked((n) => `q=${words[n % words.length]}&sortBy=relevance`),
  )
  await floor.stop()
  await product.stop()
}
