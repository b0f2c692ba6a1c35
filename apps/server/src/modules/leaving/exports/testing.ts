import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'

/** What is in an archive, by its path. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const reader = new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false, checkSignature: true })
  const found = new Map<string, Buffer>()
  for (const entry of await reader.getEntries())
    if (!entry.directory) found.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())))
  await reader.close()
  return found
}
