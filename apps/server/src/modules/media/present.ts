import type { FileError, MediaFile, MediaSource } from '@fanlight/contract/media'
import type { Context } from '../../platform/context.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import { type AddressViewer, addressOf } from './address.ts'
import type { VariantKindName } from './registry.ts'
import * as store from './store.ts'

/** What a file's presentation needs of its rows, from whichever statement they came. */
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
    | 'averageColor'
    | 'status'
    | 'isPlayable'
    | 'progress'
    | 'errorCode'
  > {
  variants: readonly Pick<store.VariantRow, 'name' | 'kind' | 'mime' | 'width' | 'height' | 'detail'>[] | null
}
export interface LoadedFile extends store.FileRow {
  variants: store.VariantRow[]
}

/** Files with their variants, by id: two questions for a whole page. */
export async function loadFiles(ctx: Context, ids: readonly string[]): Promise<Map<string, LoadedFile>> {
  if (ids.length === 0) return new Map()
  const [files, variants] = await Promise.all([store.filesByIds(ctx, ids), store.variantsOf(ctx, ids)])
  const loaded = new Map(files.map((file) => [file.id, { ...file, variants: [] as store.VariantRow[] }]))
  for (const variant of variants) loaded.get(variant.fileId)?.variants.push(variant)
  return loaded
}

/** A file as this viewer gets it. Refused: its kind, a tiny picture and its length, and nothing else of it. */
export function presentFile(
  ctx: Context,
  file: PresentableFile,
  viewer: Viewer,
  decision: { granted: boolean },
): MediaFile {
  const isGone = file.status === 'blocked' || file.status === 'deleted'
  const preview = isGone ? null : previewOf(file)
  if (!decision.granted || (isGone && file.ownerId !== idOf(viewer)))
    return { isLocked: true, kind: file.kind, type: file.purpose, preview, durationMs: file.durationMs }
  // A film is shown while the rest of it is made.
  const shown = file.isPlayable ? (file.variants ?? []) : []
  const address = (kind: VariantKindName, variant: string, part: string) =>
    addressOf(ctx, viewer, kind, file, variant, part)
  const sourcesOf = (...kinds: VariantKindName[]) =>
    shown
      .filter((one) => kinds.includes(one.kind as VariantKindName))
      .map((one): MediaSource => {
        const format = one.mime.replace('image/', '') as MediaSource['format']
        return {
          url: address(one.kind as VariantKindName, one.name, `${one.name}.${format}`),
          format,
          width: one.width!,
          height: one.height!,
          ...(one.kind === 'animation' && { isAnimated: true }),
        }
      })
  const has = (kind: VariantKindName) => shown.find((one) => one.kind === kind)
  const sheet = has('sprite')
  return {
    isLocked: false,
    _id: file.id,
    kind: file.kind,
    type: file.purpose,
    status: file.status,
    progress: file.progress,
    errorCode: file.errorCode as FileError | null,
    width: file.width,
    height: file.height,
    durationMs: file.durationMs,
    averageColor: file.averageColor,
    preview,
    sources: sourcesOf('photo', 'animation', 'profile-picture'),
    hls: has('hls-rendition') ? address('hls-master', 'hls', 'master.m3u8') : null,
    poster: sourcesOf('poster'),
    sprite: sheet
      ? {
          ...(sheet.detail as {
            columns: number
            rows: number
            count: number
            tileWidth: number
            tileHeight: number
            intervalMs: number
          }),
          url: address('sprite', 'sprite', 'sprite.jpeg'),
        }
      : null,
    sound: has('sound') ? address('sound', 'sound', 'sound.m4a') : null,
    waveform: has('waveform') ? address('waveform', 'waveform', 'waveform.json') : null,
  }
}

const previewOf = (file: PresentableFile): string | null => {
  const uri = file.variants?.find((one) => one.kind === 'locked-preview')?.detail.dataUri
  return typeof uri === 'string' ? uri : null
}

/** An avatar or cover that stands beside a name: an address that everybody may keep. Null until there is one. */
export function profilePicture(
  ctx: Context,
  viewer: AddressViewer,
  file: PresentableFile | null | undefined,
  width: number,
): string | null {
  const sizes = ((file?.status === 'ready' && file.variants) || []).filter(
    (one) => one.kind === 'profile-picture' && one.mime === 'image/webp',
  )
  const chosen = sizes.find((one) => one.width! >= width) ?? sizes.at(-1)
  return chosen ? addressOf(ctx, viewer, 'profile-picture', file!, chosen.name, `${chosen.name}.webp`) : null
}

/** The address under which the original is saved, good for ten minutes. The caller has asked the door. */
export const downloadAddress = (ctx: Context, viewer: Viewer, fileId: string): string =>
  addressOf(ctx, viewer, 'original', { id: fileId }, 'original', 'file')
