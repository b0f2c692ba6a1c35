/** Renders the demo images into ../assets. `node generate.ts` renders all; `node generate.ts ines rune` names with these words. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { creators, fans } from './looks.ts'
import { avatar, portrait } from './portrait.ts'
import { toWebp } from './render.ts'
import type { Sheet } from './svg.ts'

type Craft = { scenes: Record<string, () => Sheet>; cover: () => Sheet }
type AnimatedMedia = { make: (file: string) => Promise<number> }

const here = import.meta.dirname
const out = join(here, '..', 'assets')
mkdirSync(out, { recursive: true })
const only = process.argv.slice(2)
const wanted = (name: string): boolean => only.length === 0 || only.some((word) => name.includes(word))
async function renderImage(name: string, sheet: () => Sheet, quality = 80): Promise<void> {
  if (!wanted(name)) return
  const bytes = await toWebp(sheet(), join(out, `${name}.webp`), quality)
  console.log(`${name}.webp ${(bytes / 1024).toFixed(0)} kB`)
}

/** The image behind each creator's portrait: name, left, top, scale. */
const backgrounds: Record<string, [string, number, number, number]> = {
  ines: ['ines-vase', -560, -120, 1.3],
  marisol: ['marisol-guitar', -60, -20, 0.82],
  rune: ['rune-hut', -60, -160, 0.88],
  teo: ['teo-shelf', -300, -60, 1.2],
  lulu: ['lulu-deck', -420, -60, 1.2],
  ayu: ['ayu-studio', -700, -20, 1.4],
  priya: ['priya-prints', -120, 0, 0.9],
  sol: ['sol-cliff', -900, -60, 1.2],
  kofi: ['kofi-windows', -560, -40, 1.4],
  noa: ['noa-leaves', -300, -20, 1.2],
  dov: ['dov-milky', -700, -40, 1.2],
  odile: ['odile-bench', -260, -40, 1.2],
}

for (const [key, look] of Object.entries({ ...creators, ...fans }))
  await renderImage(`avatar-${key}`, () => avatar(look), 82)
for (const key of Object.keys(creators)) {
  if (!existsSync(join(here, 'scenes', `${key}.ts`))) continue
  const craft = (await import(`./scenes/${key}.ts`)) as Craft
  for (const [name, scene] of Object.entries(craft.scenes)) await renderImage(name, scene)
  await renderImage(`cover-${key}`, craft.cover)
  const [name, x, y, k] = backgrounds[key]!
  await renderImage(`portrait-${key}`, () => portrait(creators[key]!, craft.scenes[name]!(), x, y, k), 82)
}
for (const file of readdirSync(join(here, 'videos')).sort()) {
  const name = file.replace('.ts', '')
  if (!wanted(name)) continue
  const media = (await import(`./videos/${file}`)) as AnimatedMedia
  const bytes = await media.make(join(out, `${name}.${name.startsWith('audio') ? 'm4a' : 'mp4'}`))
  console.log(`${name} ${(bytes / 1024).toFixed(0)} kB`)
}
