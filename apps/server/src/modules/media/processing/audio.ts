import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jobFolder } from '../../../platform/process/decoder-sandbox.ts'
import { type MediaEngine, samplesPerSecond } from './engine.ts'
import { UnusableFile } from './failure.ts'
import type { Input } from '../intake/sniff.ts'
import type { MadeFile } from './videos.ts'

const durationMsMax = 12 * 3_600_000
const peaksMax = 600

/** Creates the AAC file, and the peaks for rendering the waveform. */
export async function makeAudio(
  engine: MediaEngine,
  folder: string,
  reader: Input['reader'],
  prefix: string,
  onProgress: (share: number) => void,
): Promise<MadeFile> {
  const probe = await engine.probe(folder, reader)
  if (!probe.audio) throw new UnusableFile(probe.video ? 'FILE_NO_SOUND' : 'FILE_BROKEN', 'no audio inside')
  if (probe.durationMs && probe.durationMs > durationMsMax) throw new UnusableFile('FILE_TOO_LONG')
  onProgress(0.1)
  await jobFolder(folder, 'out')
  await engine.audio(folder, reader, probe, 'out/audio.m4a', (share) => onProgress(0.1 + share * 0.7))
  await engine.samples(folder, reader, probe, probe.durationMs ?? durationMsMax, 'samples.raw')
  const { peaks, durationMs } = await readPeaks(join(folder, 'samples.raw'))
  if (durationMs === 0) throw new UnusableFile('FILE_BROKEN', 'no audio inside')
  // The decoder's folder is the decoder's own: this file is new, or the work is stopped.
  await writeFile(join(folder, 'out', 'waveform.json'), JSON.stringify({ durationMs, peaks }), { flag: 'wx' })
  return {
    variants: [
      {
        name: 'audio',
        kind: 'audio',
        storageKey: `${prefix}/audio.m4a`,
        mime: 'audio/mp4',
        width: null,
        height: null,
        detail: {},
      },
      {
        name: 'waveform',
        kind: 'waveform',
        storageKey: `${prefix}/waveform.json`,
        mime: 'application/json',
        width: null,
        height: null,
        detail: {},
      },
    ],
    width: null,
    height: null,
    durationMs,
    averageColor: null,
    phash: null,
  }
}

/** Loudest sample of each stretch, 0 to 100. */
async function readPeaks(path: string): Promise<{ peaks: number[]; durationMs: number }> {
  // Fine stretches first, joined at the end: the length is known only then.
  const fine: number[] = []
  const stretch = samplesPerSecond / 20
  let [peak, inStretch, count, odd] = [0, 0, 0, Buffer.alloc(0)]
  for await (const chunk of createReadStream(path)) {
    const bytes = odd.length > 0 ? Buffer.concat([odd, chunk as Buffer]) : (chunk as Buffer)
    const whole = bytes.length - (bytes.length % 2)
    for (let at = 0; at < whole; at += 2) {
      peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)))
      count++
      if (++inStretch === stretch) {
        fine.push(peak)
        ;[peak, inStretch] = [0, 0]
      }
    }
    odd = Buffer.from(bytes.subarray(whole))
  }
  if (inStretch > 0) fine.push(peak)
  const width = Math.max(1, Math.ceil(fine.length / peaksMax))
  const peaks = Array.from({ length: Math.ceil(fine.length / width) }, (_, index) =>
    Math.round((Math.max(...fine.slice(index * width, (index + 1) * width)) / 32768) * 100),
  )
  return { peaks, durationMs: Math.round((count / samplesPerSecond) * 1000) }
}
