import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

// What a page makes a browser fetch, counted in the build: the same bytes every time, as gzip. Browsers get brotli, which is a
// seventh less. The limits are set to the sizes that docs/bench.md reports, not to the desired sizes.

const client = fileURLToPath(new URL('../../apps/web/build/client', import.meta.url))
const assets = readdirSync(join(client, 'assets'))
const read = (path: string) => readFileSync(join(client, path))

interface Part {
  module: string
  imports?: string[]
}
const manifestFile = assets.find((file) => /^manifest-.*\.js$/.test(file)) ?? ''
const manifest = JSON.parse(
  read(`assets/${manifestFile}`)
    .toString()
    .replace(/^[^{]*/, '')
    .replace(/;?\s*$/, ''),
) as { entry: Part; routes: Record<string, Part & { id: string; parentId?: string; css?: string[] }> }

/** The routes of a page, from its own up to the root. */
function chainOf(page: string): Part[] {
  const chain: Part[] = [manifest.entry]
  for (let id: string | undefined = `areas/${page}`; id; id = manifest.routes[id]?.parentId) {
    const route = manifest.routes[id]
    if (!route) throw new Error(`There is no page ${id}.`)
    chain.push(route)
  }
  return chain
}
const named = (name: string) => assets.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
/** The English messages that a page loads. */
const textsOf = (...names: string[]): string[] => {
  const folder = assets.find((file) => file.startsWith('locales-'))
  return names.map((name) => `/assets/${folder}/en-US/${name}.json`)
}

const scriptsOf = (page: string, ...more: string[]) => [
  ...new Set([...chainOf(page).flatMap(({ module, imports = [] }) => [module, ...imports]), ...more]),
]
const gzip = (paths: string[]) => paths.reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0)

test('a creator’s page loads 15 kB of script at most before the first sign of intent', () => {
  expect(gzip(named('intent').map((file) => `/assets/${file}`))).toBeLessThan(15_000)
})

test.each([
  { page: 'public/landing/landing', files: ['ui', 'landing', 'profile'], most: 136_900 },
  { page: 'public/profile/profile', files: ['ui', 'profile', 'post', 'traits'], most: 165_300 },
  { page: 'public/post/post', files: ['ui', 'profile', 'post'], most: 174_200 },
])('$page loads $most bytes of script at most when it wakes', ({ page, files, most }) => {
  expect(gzip(scriptsOf(page, ...textsOf(...files)))).toBeLessThan(most)
})

test('the home page loads 196.6 kB of script at most, with the live connection', () => {
  const live = assets.filter((file) => file.endsWith('.js') && read(`assets/${file}`).includes('engine.io'))
  const all = scriptsOf(
    'fan/home/home',
    ...textsOf('ui', 'errors', 'home', 'post', 'profile'),
    ...live.map((file) => `/assets/${basename(file)}`),
  )
  expect(gzip(all)).toBeLessThan(196_600)
})

test('players, sheets and charts are not among what a page needs at first', () => {
  for (const page of ['public/profile/profile', 'public/post/post', 'fan/home/home'])
    for (const path of scriptsOf(page))
      expect([page, path]).not.toEqual([
        page,
        expect.stringMatching(/hls|dialog-window|menu-panel|video-stage|lightbox|chart(?!-column)/),
      ])
})

test('no page is sent the schemas of the contract: they weigh much, and make functions of text, which the policy stops', () => {
  expect(assets.filter((file) => file.endsWith('.js') && read(`assets/${file}`).includes('_zod'))).toEqual([])
})

test.each([
  ['public', 19_950],
  ['fan', 19_200],
  ['studio', 21_400],
  ['admin', 15_800],
])('the sheet of the %s area weighs %i bytes at most', (area, most) => {
  const sheets = assets.filter((file) => file.startsWith(`${area}-`) && file.endsWith('.css'))
  expect(sheets).toHaveLength(1)
  expect(gzip(sheets.map((file) => `/assets/${file}`))).toBeLessThan(most)
})

test('a sheet that stays while the sheets of areas are exchanged says the order of the layers', () => {
  const areas = /^(?:public|fan|studio|admin)-/
  const beside = assets.filter((file) => file.endsWith('.css') && !areas.test(file))
  const layered = beside.filter((file) => read(`assets/${file}`).includes('@layer'))
  expect(layered).toHaveLength(1)
  for (const file of layered)
    expect(read(`assets/${file}`).toString()).toMatch(
      /^(?:\/\*.*?\*\/\s*)?@layer theme, ?base, ?components(?:, ?utilities)?;/s,
    )
})
