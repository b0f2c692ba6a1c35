import { seedCreators, seededValues, vocabulary, wordAt } from '@fanlight/server/testing/many-creators'
import { below, chances, oneOf, someOf } from '../random.ts'
import { compare, type Rig, serveFloor, serveProduct } from '../rig.ts'

const chance = chances(4)
const sorts = ['updatedAt', 'followers', 'name', 'newest', 'trending']
const sortAndPage = () => ({ sort: oneOf(chance, sorts), page: 1 + below(chance, 50) })

/** One to three filters, of one value or two, in any order; most look at the first page. */
export function filtersByChance(): string {
  const chosen = someOf(chance, [...Object.keys(seededValues), 'isFree', 'price'], 1 + below(chance, 3)).map(
    (filter) => {
      if (filter === 'isFree') return `isFree=${chance() < 0.8}`
      if (filter === 'price')
        return oneOf(chance, [`priceTo=${4 + below(chance, 20)}`, `priceFrom=${4 + below(chance, 20)}`])
      const values = seededValues[filter as keyof typeof seededValues]
      return `${filter}=${someOf(chance, values, chance() < 0.3 ? 2 : 1).join(',')}`
    },
  )
  return `${chosen.join('&')}&sortBy=${oneOf(chance, sorts)}&current=${chance() < 0.7 ? 1 : 2 + below(chance, 4)}`
}

/** A word of a creator's tagline, a name or part of one, two words, a handle; one in seven has a typing error. */
export function randomTexts(many: number): string {
  // As often as creators use them, by and large.
  const word = () => wordAt(Math.floor(vocabulary * chance() ** 2))
  const typed = oneOf(chance, [
    word,
    word,
    () => `${word()} ${word()}`,
    () => word().slice(0, 4),
    () => oneOf(chance, ['anna', 'ben', 'chiara', 'dario', 'emi', 'greta', 'painter', 'something about']),
    () => `${oneOf(chance, ['anna', 'hana', 'jun'])} ${wordAt(below(chance, 10_000)).slice(0, 2)}`,
    () => `creator${1 + below(chance, many)}`,
    () => `topic ${below(chance, 40)}`,
  ])()
  return chance() < 1 / 7 ? slipped(typed) : typed
}
function slipped(word: string): string {
  const at = 1 + below(chance, Math.max(1, word.length - 2))
  return oneOf(chance, [
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + oneOf(chance, ['a', 'e', 'o', 't', 's']) + word.slice(at + 1),
  ])
}

/** The public list of creators: pages, orders, filters and search texts, each chosen at random. `BENCH_CREATORS` sets their number. */
export async function listing(rig: Rig): Promise<void> {
  const many = Number(process.env['BENCH_CREATORS'] ?? 10_000)
  const began = performance.now()
  await seedCreators(rig.databaseUrl, many)
  console.log(`${many} creators were seeded in ${Math.round((performance.now() - began) / 1000)} s`)
  const [floor, product] = [await serveFloor('home20', rig), await serveProduct(rig)]
  const floorRequest = {
    served: floor,
    requests: () => {
      const { sort, page } = sortAndPage()
      return { path: `/${sort}/${page}` }
    },
  }
  const searchRequest = (query: () => string) => ({
    served: product,
    requests: () => ({ path: encodeURI(`/api/performers/user/search?${query()}`) }),
  })
  const pages = () => {
    const { sort, page } = sortAndPage()
    return `sortBy=${sort}&current=${page}`
  }
  await compare(`list of ${many}`, floorRequest, searchRequest(pages))
  await compare(`filters of ${many}`, floorRequest, searchRequest(filtersByChance))
  await compare(
    `words of ${many}`,
    floorRequest,
    searchRequest(() => `q=${randomTexts(many)}&sortBy=relevance`),
  )
  await floor.stop()
  await product.stop()
}
