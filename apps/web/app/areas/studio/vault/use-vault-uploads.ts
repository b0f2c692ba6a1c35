import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { kindOf, refusedFile, type RefusedFile } from '../editor/accepted.ts'
import { purposeOf, type UploadKind, useUploads } from '../editor/uploads.ts'
import type { Twin } from './upload-panel.tsx'

/** Larger files are not read twice: a copy of one is found once it is on the server. */
const hashedBytesMax = 64 * 1024 * 1024
/** How many files are sent at a time. */
const atOnce = 3

/** Files of the vault on their way. One whose bytes are there already is not sent, unless it is wanted twice. */
export function useVaultUploads() {
  const uploads = useUploads([], { keep: true, atOnce })
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [twins, setTwins] = useState<readonly Twin[]>([])
  const [checking, setChecking] = useState(0)

  const take = async (files: readonly File[]) => {
    const kinds = files.map((file): [File, UploadKind] => [file, kindOf(file) ?? 'product'])
    setRefused(kinds.flatMap(([file, kind]) => refusedFile(file, kind) ?? []))
    const good = kinds.filter(([file, kind]) => !refusedFile(file, kind))
    setChecking((now) => now + good.length)
    for (const [file, kind] of good) {
      const existing = await existingOf(file, kind).catch(() => null)
      setChecking((now) => now - 1)
      if (existing) setTwins((now) => [...now, { localId: crypto.randomUUID(), file, existing }])
      else uploads.add([file], kind)
    }
  }
  const dropTwin = ({ localId }: Twin) => setTwins((now) => now.filter((twin) => twin.localId !== localId))
  return {
    uploads,
    refused,
    twins,
    checking,
    take,
    dropTwin,
    sendAnyway: (twin: Twin) => {
      dropTwin(twin)
      uploads.add([twin.file], kindOf(twin.file) ?? 'product')
    },
  }
}

async function existingOf(file: File, kind: UploadKind): Promise<Twin['existing'] | null> {
  if (file.size > hashedBytesMax || !globalThis.crypto?.subtle) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const { data } = await call('GET /performer/files', { query: { sha256, type: purposeOf(kind), pageSize: 1 } })
  const [found] = data
  return found ? { _id: found._id, name: found.name } : null
}

/** The files of what was dropped, folders with all that is in them. */
export async function filesOfDrop(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...transfer.files]
  return (await Promise.all(entries.map(filesIn))).flat()
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return new Promise((resolve) =>
      (entry as FileSystemFileEntry).file(
        (file) => resolve([file]),
        () => resolve([]),
      ),
    )
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const all: FileSystemEntry[] = []
  // A folder is read in portions, until one is empty.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (some.length === 0) break
    all.push(...some)
  }
  return (await Promise.all(all.map(filesIn))).flat()
}
