import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { aacName, endOfList, mediaName } from './playlist.ts'

// Where segments lie: `passing/<room>/<time>` while someone watches, and `recordings/<room>/<time>` to stay. A name without `.tmp` is always a whole file.

export const folderOf = (folder: string, room: string, { keeps, at }: { keeps: boolean; at: number }): string =>
  join(folder, keeps ? 'recordings' : 'passing', room, String(at))

/** Nothing else is ever read or written: names come from requests. */
export const isRoomName = (name: string): boolean => /^[\w-]{1,64}$/.test(name)
export const isFileName = (name: string): boolean =>
  /^(?:(?:master|live|aac)\.m3u8|(?:aac-)?init-\d{1,9}\.mp4|(?:aac-|silent-)?\d{1,9}\.m4s)$/.test(name)

export async function writeWhole(path: string, bytes: Buffer | string): Promise<void> {
  const file = await open(`${path}.tmp`, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(`${path}.tmp`, path)
}

/** After an end of any kind: what was only passing is deleted, and lists that never ended are ended, since players would wait for more. Answers how many bytes stay. */
export async function repair(folder: string): Promise<number> {
  await rm(join(folder, 'passing'), { recursive: true, force: true })
  const kept = join(folder, 'recordings')
  const entries = await readdir(kept, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if (entry.name.endsWith('.tmp')) await rm(path, { force: true })
    else if (entry.name === mediaName || entry.name === aacName) await endList(path)
  }
  return bytesIn(kept)
}

/** What segments in a folder and below it take. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.isFile() && entry.name.endsWith('.m4s')) bytes += await sizeOf(join(entry.parentPath, entry.name))
  return bytes
}

export async function endList(path: string): Promise<void> {
  const list = await readFile(path, 'utf8')
  if (!list.includes(endOfList)) await writeWhole(path, `${list}${endOfList}\n`)
}

async function sizeOf(path: string): Promise<number> {
  const file = await open(path)
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}
