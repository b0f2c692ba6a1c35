import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import decompress from 'woff2-encoder/decompress'

// Renders one card: reads a description as JSON, writes a PNG. A process of its own, so that its memory is freed when it ends.
// Receives the path of its font list, as does the library; the list is built once from packaged fonts, unreadable while compressed.

interface CardDescription {
  back: string
  layers: {
    bytes: string
    left: number
    top: number
    width: number
    height: number
    outline: string | null
    blur: boolean
  }[]
  front: string
}
const families = ['figtree', 'bricolage-grotesque', 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-tc', 'noto-sans-arabic']

sharp.concurrency(1)
sharp.cache(false)
await provideFonts(process.argv[2]!)
const card = JSON.parse((await buffer(process.stdin)).toString()) as CardDescription
const layers = await Promise.all(
  card.layers.map(async ({ bytes, left, top, width, height, outline, blur }) => {
    const fitted = sharp(Buffer.from(bytes, 'base64'), { limitInputPixels: 50_000_000 }).resize(width, height, {
      fit: 'cover',
      position: 'attention',
    })
    const rendered = await (blur ? fitted.blur(28).modulate({ saturation: 1.4 }) : fitted).png().toBuffer()
    const input = outline
      ? await sharp(rendered)
          .composite([{ input: Buffer.from(outline), blend: 'dest-in' }])
          .png()
          .toBuffer()
      : rendered
    return { input, left, top }
  }),
)
const png = await sharp(Buffer.from(card.back))
  .composite([...layers, { input: Buffer.from(card.front), left: 0, top: 0 }])
  .flatten({ background: '#fbf9f6' })
  .png({ palette: true, quality: 90, effort: 4 })
  .toBuffer()
process.stdout.write(png)

async function provideFonts(list: string): Promise<void> {
  if (existsSync(list)) return
  const folder = dirname(list)
  const made = `${folder}.${process.pid}`
  await mkdir(made, { recursive: true })
  const require = createRequire(import.meta.url)
  for (const family of families) {
    const files = join(dirname(require.resolve(`@fontsource-variable/${family}/LICENSE`)), 'files')
    for (const file of await readdir(files))
      if (file.endsWith('wght-normal.woff2'))
        await writeFile(join(made, file.replace('.woff2', '.ttf')), await decompress(await readFile(join(files, file))))
  }
  await writeFile(
    join(made, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  )
  // If two processes start at once, the result of the first to finish is used.
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }))
}
