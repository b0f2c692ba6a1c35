import type { Reply } from '../../../api/client.ts'
import { imageOf, isOpen, type OpenFile, posterOf } from '../../../parts/posts/files.ts'
import type { ImageSource } from '../../../ui/image.tsx'
import { savedUpload } from '../editor/draft.ts'
import { kindOfPurpose, type UploadItem } from '../editor/uploads.ts'

export type VaultPage = Reply<'GET /performer/files'>
export type VaultFile = VaultPage['data'][number]

const openFileOf = (entry: VaultFile): OpenFile | null => {
  const file = entry.file as Parameters<typeof isOpen>[0]
  return isOpen(file) ? file : null
}
export const imageOfFile = (entry: VaultFile): ImageSource | null => {
  const file = openFileOf(entry)
  return file && (imageOf(file) ?? posterOf(file))
}
export const stateOf = (entry: VaultFile): { status: string; progress: number; durationMs: number | null } => {
  const file = openFileOf(entry)
  return { status: file?.status ?? 'processing', progress: file?.progress ?? 0, durationMs: file?.durationMs ?? null }
}
/** It may be in one gallery only. */
export const isInGallery = ({ uses }: VaultFile): boolean => uses.some(({ kind }) => kind === 'gallery')

/** A file of the vault as an editor's list of uploads shows it. */
export function uploadOf(entry: VaultFile): UploadItem[] {
  const kind = kindOfPurpose(entry.type)
  const file = openFileOf(entry)
  if (!kind || !file) return []
  return [{ ...savedUpload(file, kind, imageOfFile(entry)?.src ?? null), name: entry.name }]
}

/** What the vault hands to a new item's editor, in the state of the history entry. */
export interface ChosenFiles {
  chosen: UploadItem[]
}
export const chosenIn = (state: unknown): UploadItem[] =>
  typeof state === 'object' && state !== null && 'chosen' in state ? (state as ChosenFiles).chosen : []
