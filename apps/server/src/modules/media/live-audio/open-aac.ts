import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AacEncoder, OpenAac } from '@fanlight/live-engine/recorder/aac/encoder'
import type { Config } from '../../../platform/config.ts'
import { spawnInSandbox } from '../../../platform/process/decoder-sandbox.ts'
import { MiB } from '../processing/engine.ts'
import { avLibrary } from '../processing/engine-av.ts'
import { type Ffmpeg, findFfmpeg } from '../processing/engine-ffmpeg.ts'
import { mayDecode } from '../processing/work-folder.ts'
import { AacProcess, type Input } from './aac-process.ts'
import { OggOpus } from './ogg.ts'

// Opus into AAC for rooms that are recorded or watched by HLS, in a process of its own for each: ffmpeg where it is, else the library that the start
// script fetched. It lives as long as the room is recorded, in the sandbox of all decoders: what it reads comes from browsers.

/** What starts such a process here; undefined where there is neither program nor library, or no sandbox. */
export async function aacOf(
  config: Pick<Config, 'programFolders' | 'dataDir' | 'mode' | 'allowWeakSandbox'>,
): Promise<OpenAac | undefined> {
  const { programFolders, dataDir } = config
  if (!(await mayDecode(config))) return undefined
  const folder = join(resolve(dataDir), 'live', 'encoder')
  const ffmpeg = await findFfmpeg(programFolders)
  if (ffmpeg) return () => withFfmpeg(folder, ffmpeg)
  const library = avLibrary()
  return library ? () => withLibrary(folder, library) : undefined
}

/** It writes no file. A day of audio takes less than two hours of one processor; another process follows one that has come to the end of that. */
const limits = { seconds: Infinity, cpuSeconds: 7_200, memoryBytes: 1024 * MiB, outputBytes: MiB }

/** Nothing of the input is waited for: what it is is known. */
const toAac =
  '-hide_banner -nostdin -v error -threads 1 -probesize 32 -analyzeduration 0 -f ogg -i pipe:0 -map 0:a:0 -c:a aac -b:a 128k -ac 2 -ar 48000 -flush_packets 1 -f adts pipe:1'.split(
    ' ',
  )

export async function withFfmpeg(folder: string, { ffmpeg }: Pick<Ffmpeg, 'ffmpeg'>): Promise<AacEncoder> {
  const isSystem = /^\/(usr|bin|sbin|lib)\//.test(ffmpeg)
  const stream = new OggOpus()
  return start(folder, {
    command: ffmpeg,
    readable: isSystem ? [] : [ffmpeg],
    args: toAac,
    input: { head: stream.head(), write: (packets) => stream.packets(packets) },
  })
}

const here = dirname(fileURLToPath(import.meta.url))
const suffix = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const [worker, types, adts] = ['aac-worker', 'av-codecs', 'adts'].map((name) => join(here, `${name}${suffix}`))

export async function withLibrary(folder: string, library: string): Promise<AacEncoder> {
  return start(folder, {
    command: process.execPath,
    readable: [process.execPath, worker!, types!, adts!, library],
    args: ['--no-warnings', '--max-old-space-size=256', worker!, JSON.stringify({ library })],
    input: { head: Buffer.alloc(0), write: afterLengths },
  })
}

const afterLengths: Input['write'] = (packets) =>
  Buffer.concat(
    packets.flatMap(({ bytes, samples }) => {
      const head = Buffer.alloc(4)
      head.writeUInt16BE(bytes.length)
      head.writeUInt16BE(samples, 2)
      return [head, bytes]
    }),
  )

async function start(
  folder: string,
  { input, ...job }: { command: string; readable: string[]; args: string[]; input: Input },
): Promise<AacEncoder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return new AacProcess(await spawnInSandbox({ folder, limits, ...job }), input)
}
