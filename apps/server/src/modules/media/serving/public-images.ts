import type { Context } from '../../../platform/context.ts'
import { baseOf } from './address.ts'
import { imageName } from '../names.ts'
import { loadFiles } from './present.ts'

export interface PublicImage {
  /** Its widest form that every program reads (PNG, else JPEG, else WebP). */
  largest: string
  width: number | null
  height: number | null
  averageColor: string | null
  sources: { url: string; format: string; width: number; height: number }[]
}

/** Public images, such as those of the site: addresses without expiry. Deleted ones are left out. */
export async function publicImages(ctx: Context, ids: readonly string[]): Promise<Map<string, PublicImage>> {
  const loaded = await loadFiles(ctx, ids)
  const shown = new Map<string, PublicImage>()
  for (const [id, file] of loaded) {
    if (file.status !== 'ready') continue
    const base = baseOf(ctx, { kind: 'visitor' }, 'public', id)
    const sources = (file.variants ?? [])
      .filter(({ kind }) => kind === 'profile-image')
      .map(({ name, mime, width, height }) => {
        const format = mime.replace('image/', '')
        return { url: `${base}${imageName(name)}.${format}`, format, width: width ?? 0, height: height ?? 0 }
      })
    const known = ['png', 'jpeg', 'webp'].flatMap(
      (format) => sources.filter((source) => source.format === format).at(-1) ?? [],
    )
    if (!known[0]) continue
    const { width, height, averageColor } = file
    shown.set(id, { largest: known[0].url, width, height, averageColor, sources })
  }
  return shown
}
