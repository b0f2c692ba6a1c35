import { type FullSource, type ImageFormat, shortSource, type SourceUse } from '@fanlight/contract/image-sources'
import type { FileError, MediaFile, MediaSource, Sprite } from '@fanlight/contract/media'
import type { Context } from '../../../platform/context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type AddressViewer, baseOf } from './address.ts'
import { captionsName, imageName, names } from '../names.ts'
import type { VariantKindName } from './registry.ts'
import * as store from '../store.ts'

/** The columns that the presentation of a file needs, from any statement. */
export interface PresentableFile
  extends Pick<
    store.FileRow,
    | 'id'
    | 'ownerId'
    | 'kind'
    | 'purpose'
    | 'width'
    | 'height'
    | 'durationMs'
    | 'alt'
    | 'averageColor'
    | 'status'
    | 'isPlayable'
    | 'progress'
    | 'errorCode'
  > {
  variants: readonly Pick<store.VariantRow, 'name' | 'kind' | 'mime' | 'width' | 'height' | 'detail'>[] | null
  captions?: readonly store.CaptionRow[] | null
}

/** Files with their variants, by id: one query for a whole page. */
export async function loadFiles(ctx: Context, ids: readonly string[]): Promise<Map<string, store.WholeFile>> {
  if (ids.length === 0) return new Map()
  return new Map((await store.filesByIds(ctx, ids)).map((file) => [file.id, file]))
}

/**
 * A file as this viewer gets it. `public` gives it its lasting address, for what a visitor may see. Refused: its kind, a tiny image and
 * its length, and nothing else of it.
 */
export function presentFile(
  ctx: Context,
  file: PresentableFile,
  viewer: AddressViewer,
  decision: { granted: boolean },
  scope: 'display' | 'public' = 'display',
): MediaFile {
  if (!decision.granted || isHiddenFromAllBut(file, viewer)) return presentLocked(file)
  return { ...presentOpen(file), base: baseOf(ctx, viewer, scope, file.id) }
}

const isGone = ({ status }: PresentableFile) => status === 'blocked' || status === 'deleted'
/** What was taken down is its owner's alone, who sees why. */
const isHiddenFromAllBut = (file: PresentableFile, viewer: AddressViewer): boolean =>
  isGone(file) && !(viewer.kind === 'signed-in' && viewer.id === file.ownerId)

export function presentLocked(file: PresentableFile): Extract<MediaFile, { isLocked: true }> {
  return { isLocked: true, kind: file.kind, type: file.purpose, preview: previewOf(file), durationMs: file.durationMs }
}

function previewOf(file: PresentableFile): string | null {
  const uri = isGone(file) ? null : file.variants?.find(({ kind }) => kind === 'locked-preview')?.detail.dataUri
  return typeof uri === 'string' ? uri : null
}

/** All of an open file but its base, which depends on the viewer. */
export function presentOpen(file: PresentableFile): Omit<Extract<MediaFile, { isLocked: false }>, 'base'> {
  // A video is shown while the rest of it is made.
  const shown = file.isPlayable ? (file.variants ?? []) : []
  const has = (kind: VariantKindName) => shown.find((variant) => variant.kind === kind)
  const sprite = has('sprite')
  const poster = sourcesOf(file, shown, 'poster', ['poster'])
  const preview = file.kind === 'thumbnail' || file.kind === 'teaser' ? previewOf(file) : null
  return {
    isLocked: false,
    _id: file.id,
    kind: file.kind,
    type: file.purpose,
    status: file.status,
    progress: file.progress,
    ...(file.errorCode !== null && { errorCode: file.errorCode as FileError }),
    ...(file.width !== null && { width: file.width }),
    ...(file.height !== null && { height: file.height }),
    ...(file.durationMs !== null && { durationMs: file.durationMs }),
    ...(file.alt !== '' && { alt: file.alt }),
    ...(file.averageColor !== null && { averageColor: file.averageColor }),
    ...(preview !== null && { preview }),
    sources: sourcesOf(file, shown, 'image', ['photo', 'animation', 'profile-image']),
    ...(has('hls-rendition') && { hls: names.hls }),
    ...(poster.length > 0 && { poster }),
    ...(sprite && { sprite: { name: names.sprite, ...(sprite.detail as Omit<Sprite, 'name'>) } }),
    ...(has('audio') && { audio: names.audio }),
    ...(has('waveform') && { waveform: names.waveform }),
    ...(file.captions?.length && {
      captions: file.captions.map(({ locale, label }) => ({ locale, label, name: captionsName(locale) })),
    }),
  }
}

type Variants = readonly Pick<store.VariantRow, 'name' | 'kind' | 'mime' | 'width' | 'height' | 'detail'>[]

/** Images by size, each with the formats that it was made in. */
function sourcesOf(file: PresentableFile, variants: Variants, use: SourceUse, kinds: VariantKindName[]): MediaSource[] {
  const byName = new Map<string, FullSource & { formats: ImageFormat[] }>()
  for (const { name: variant, kind, mime, width, height } of variants) {
    if (!kinds.includes(kind as VariantKindName)) continue
    const name = imageName(variant)
    const format = mime.replace('image/', '') as ImageFormat
    const source = byName.get(name)
    if (source) source.formats.push(format)
    else {
      const isAnimated = kind === 'animation' && { isAnimated: true }
      byName.set(name, { name, width: width!, height: height!, formats: [format], ...isAnimated })
    }
  }
  return [...byName.values()].map((source) => shortSource(file, source, use))
}

/** An avatar or cover: its public address. Null until there is one. */
export function profileImage(ctx: Context, file: PresentableFile | null | undefined, width: number): string | null {
  const sizes = ((file?.status === 'ready' && file.variants) || []).filter(
    ({ kind, mime }) => kind === 'profile-image' && mime === 'image/webp',
  )
  const chosen = sizes.find((size) => size.width! >= width) ?? sizes.at(-1)
  return chosen ? `${baseOf(ctx, { kind: 'visitor' }, 'public', file!.id)}${imageName(chosen.name)}.webp` : null
}

/** The address under which a video is saved as it is shown, good for ten minutes. The caller has checked access. */
export const savedVideoAddress = (ctx: Context, viewer: Viewer, fileId: string): string =>
  baseOf(ctx, viewer, 'saved', fileId) + names.savedVideo

/** The address under which the original is saved, good for ten minutes. The caller has checked access. */
export const downloadAddress = (ctx: Context, viewer: Viewer, fileId: string): string =>
  baseOf(ctx, viewer, 'original', fileId) + names.original
