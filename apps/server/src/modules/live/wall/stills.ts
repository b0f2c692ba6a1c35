import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../../platform/context.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { newId } from '../../../platform/ids.ts'
import { matchPort } from '../../media/intake/known-illegal.ts'
import { ownImages } from '../../media/processing/engine.ts'
import { hasEngine, mediaEngine } from '../../media/processing/engines.ts'
import { mayDecode } from '../../media/processing/work-folder.ts'
import { liveEngine } from '../engine/engine.ts'
import { stopForKnownIllegal } from './stopping.ts'
import * as store from './store.ts'

// Of each running stream a picture is made about every ten seconds, from its newest keyframe alone, by the decoder of uploads in its sandbox. The engine
// decodes nothing. Private shows are not in the list of what is sampled.

const everyMs = 10_000
/** Jobs that run every ten seconds are sometimes a little early. */
const earlyMs = 1_500
const hoursKept = 24
const stillWidth = 480
const bytesMax = 1024 * 1024
const atOnce = 2
const batch = 500

/** Whether this machine has a decoder, and may use it. */
export const canMakeStills = async (ctx: Context): Promise<boolean> =>
  (await mayDecode(ctx.config)) && (await hasEngine(ctx.config))

export const keptSince = (ctx: Context): Date => new Date(ctx.clock.now().getTime() - hoursKept * 3_600_000)

/** Every ten seconds: makes a picture of each stream that has none from these seconds. One that fails does not keep the others waiting. */
export async function sampleStreams(ctx: Context): Promise<void> {
  const due = await store.streamsToSample(ctx, new Date(ctx.clock.now().getTime() - everyMs + earlyMs))
  if (due.length === 0 || !(await canMakeStills(ctx))) return
  const rest = [...due]
  const work = async () => {
    for (let next = rest.shift(); next; next = rest.shift())
      await sample(ctx, next).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'a picture of a live stream could not be made'),
      )
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function sample(ctx: Context, stream: { id: string; performerId: string }): Promise<void> {
  const keyframe = await liveEngine(ctx).keyframe?.(stream.id)
  if (!keyframe) return
  const picture = await decode(ctx, keyframe)
  const id = newId()
  const sha256 = createHash('sha256').update(picture).digest()
  const isKnown = await matchPort(ctx).isKnown({ sha256, kind: 'photo', picture })
  const storageKey = `${isKnown ? 'quarantine' : 'stills'}/${id.slice(-2)}/${id}.jpg`
  // Before anything else: nobody sees another second of it.
  if (isKnown) await stopForKnownIllegal(ctx, stream.id, stream.performerId)
  await storageOf(ctx.config).put(storageKey, Readable.from([picture]), { bytesMax })
  await store.insertStill(ctx, { id, streamId: stream.id, performerId: stream.performerId, isKnown, storageKey })
}

interface Keyframe {
  file: Buffer
  width: number
  height: number
}
async function decode(ctx: Context, { file, width, height }: Keyframe): Promise<Buffer> {
  const folder = await storageOf(ctx.config).workFolder()
  try {
    await writeFile(join(folder.path, 'source'), file, { mode: 0o644 })
    await mkdir(join(folder.path, 'out'), { recursive: true, mode: 0o777 })
    const tileWidth = Math.min(stillWidth, width - (width % 2))
    const tileHeight = Math.max(2, 2 * Math.round((tileWidth * height) / width / 2))
    const sheet = { columns: 1, rows: 1, tileWidth, tileHeight, intervalMs: 1_000 }
    const engine = await mediaEngine(ctx.config)
    await engine.tiles(folder.path, 'mov', ownImages, sheet, 1_000, 'out/still.jpg')
    return await readFile(join(folder.path, 'out/still.jpg'))
  } finally {
    await folder.remove()
  }
}

/** Each minute: deletes pictures after a day, and those of closed accounts. Bytes go first, so that none are left without a row. */
export async function deleteOldStills(ctx: Context): Promise<void> {
  for (;;) {
    const old = await store.stillsToDelete(ctx, keptSince(ctx), batch)
    for (const { storageKey } of old) await storageOf(ctx.config).remove(storageKey)
    await store.deleteStills(
      ctx,
      old.map(({ id }) => id),
    )
    if (old.length < batch) break
  }
  // A process that ended between the two has left bytes that no row names.
  for await (const key of storageOf(ctx.config).list('stills', keptSince(ctx))) await storageOf(ctx.config).remove(key)
}
