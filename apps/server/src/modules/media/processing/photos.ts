import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CropArea, photoPixelsMax } from '@fanlight/contract/media'
import { z } from 'zod'
import { runInSandbox, type SandboxLimits } from '../../../platform/process/decoder-sandbox.ts'
import { throwIfEnded, UnusableFile } from './failure.ts'
import type { VariantKindName } from '../serving/registry.ts'
import type { Input } from '../intake/sniff.ts'

// Sizes of an image, made by a child process in the sandbox. What it prints is not trusted either.

export const photoLimits: SandboxLimits = {
  seconds: 180,
  cpuSeconds: 30,
  memoryBytes: 1536 * 2 ** 20,
  outputBytes: 64 * 2 ** 20,
}

const made = z.object({
  name: z.string().regex(/^[a-z]+(-[a-z]+)?(-\d+)?$/),
  file: z.string().regex(/^[a-z]+(-[a-z]+)?(-\d+)?\.(avif|webp|jpeg|png)$/),
  format: z.enum(['avif', 'webp', 'jpeg', 'png']),
  width: z.int().positive(),
  height: z.int().positive(),
  isAnimated: z.literal(true).optional(),
})
const report = z.union([
  z.object({ error: z.enum(['FILE_BROKEN', 'FILE_TOO_MANY_PIXELS']) }),
  z.object({
    width: z.int().positive(),
    height: z.int().positive(),
    averageColor: z.string().regex(/^#[0-9a-f]{6}$/),
    phash: z.string().regex(/^[0-9a-f]{16}$/),
    preview: z.object({ width: z.int().max(32), height: z.int().max(32), base64: z.base64().max(2000) }),
    made: z.array(made).min(1).max(20),
  }),
])
export type Image = Exclude<z.infer<typeof report>, { error: string }>

export type ImageUse = 'photo' | 'avatar' | 'cover' | 'poster' | 'logo' | 'icon'
/** What an image is made into, by what it is for. */
const uses: Record<string, ImageUse> = {
  avatar: 'avatar',
  cover: 'cover',
  'site-logo': 'logo',
  'site-icon': 'icon',
  'site-image': 'cover',
}
export const useOf = (purpose: string): ImageUse => uses[purpose] ?? 'photo'

/** Writes sizes of `from` into the job folder's `out`. */
export async function makeImages(
  folder: string,
  from: string,
  reader: Input['reader'],
  use: ImageUse,
  crop: CropArea | null = null,
): Promise<Image> {
  const result = await runInSandbox({
    folder,
    command: process.execPath,
    args: [
      '--no-warnings',
      '--max-old-space-size=256',
      worker,
      JSON.stringify({ from, reader, use, crop, pixelsMax: photoPixelsMax }),
    ],
    readable,
    limits: photoLimits,
  })
  throwIfEnded(result.ended)
  const line = result.stdout.trim().split('\n').at(-1) ?? ''
  const parsed = line ? report.safeParse(JSON.parse(line)) : undefined
  // Killed by a limit or crashed on the input: the input is to blame, for the decoder works on all others.
  if (!parsed?.success)
    throw new UnusableFile('FILE_BROKEN', `decoder ended with ${result.exitCode}: ${result.stderr.slice(0, 300)}`)
  if ('error' in parsed.data) throw new UnusableFile(parsed.data.error, result.stderr.slice(0, 300))
  return parsed.data
}

export const imageVariants = (image: Image, kind: VariantKindName, prefix: string) => [
  ...image.made.map((entry) => ({
    name: entry.name,
    kind: entry.isAnimated ? 'animation' : kind,
    storageKey: `${prefix}/${entry.file}`,
    mime: `image/${entry.format}`,
    width: entry.width,
    height: entry.height,
    detail: {},
  })),
  {
    name: 'preview',
    kind: 'locked-preview',
    storageKey: `${prefix}/preview.webp`,
    mime: 'image/webp',
    width: image.preview.width,
    height: image.preview.height,
    detail: { dataUri: `data:image/webp;base64,${image.preview.base64}` },
  },
]

const here = dirname(fileURLToPath(import.meta.url))
const worker = join(here, `photo-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`)
/** The interpreter, the worker, and the library folders above it; never a folder that could contain data or settings. */
const readable = [process.execPath, worker, ...libraryFolders(here)]

function libraryFolders(from: string): string[] {
  const found: string[] = []
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder))
    for (const name of ['node_modules', 'package.json'])
      if (existsSync(join(folder, name))) found.push(join(folder, name))
  return found
}
