import type { Reply } from '../../api/client.ts'
import type { ImageSource } from '../../ui/image.tsx'
import { imageOf, isOpen, type OpenFile, posterOf } from '../posts/files.ts'

export type VaultPage = Reply<'GET /performer/files'>
export type VaultFile = VaultPage['data'][number]

export const openFileOf = (entry: VaultFile): OpenFile | null => {
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
