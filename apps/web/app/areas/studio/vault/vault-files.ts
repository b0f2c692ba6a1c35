import { imageOfFile, openFileOf, type VaultFile } from '../../../parts/vault/vault-files.ts'
import { savedUpload } from '../editor/draft.ts'
import { kindOfPurpose, type UploadItem } from '../editor/uploads.ts'

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
