/** Renders sheets to files. A very soft seeded grain covers every image, so that gradients show no banding. */
import sharp from 'sharp'
import { rng } from './rng.ts'
import type { Sheet } from './svg.ts'

const TILE = 320
let grainTile: Buffer | undefined
async function grain(): Promise<Buffer> {
  if (!grainTile) {
    const r = rng('grain')
    const px = Buffer.alloc(TILE * TILE * 4)
    for (let i = 0; i < TILE * TILE; i++) {
      const v = (r.next() + r.next() + r.next()) / 3
      px[i * 4] = px[i * 4 + 1] = px[i * 4 + 2] = v > 0.5 ? 255 : 0
      px[i * 4 + 3] = Math.min(255, Math.round(Math.abs(v - 0.5) * 22))
    }
    grainTile = await sharp(px, { raw: { width: TILE, height: TILE, channels: 4 } })
      .png()
      .toBuffer()
  }
  return grainTile
}

export async function toWebp(sheet: Sheet, file: string, quality = 80): Promise<number> {
  const base = await sharp(Buffer.from(sheet.toString()), { unlimited: true })
    .flatten({ background: '#f3e9dc' })
    .png()
    .toBuffer()
  const out = await sharp(base)
    .composite([{ input: await grain(), tile: true, blend: 'over' }])
    .webp({ quality, effort: 5, smartSubsample: true })
    .toFile(file)
  return out.size
}

export async function toRaw(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { unlimited: true }).flatten({ background: '#000' }).removeAlpha().raw().toBuffer()
}
