import type { ChildProcess } from 'node:child_process'
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import type { OpenTranscoder, Transcoder } from '@fanlight/live-engine/rtmp/transcoder'
import type { Config } from '../../../platform/config.ts'
import { spawnInSandbox } from '../../../platform/process/decoder-sandbox.ts'
import { MiB } from '../processing/engine.ts'
import { findFfmpeg } from '../processing/engine-ffmpeg.ts'
import { mayDecode } from '../processing/work-folder.ts'

// What programs send by RTMP becomes what rooms run: one ffmpeg for each, for as long as it comes, in the sandbox of all decoders. It has no network: FLV
// goes in and Matroska comes out through pipes.

type Options = Pick<Config, 'programFolders' | 'dataDir' | 'mode' | 'allowWeakSandbox'>

/** What starts such a process here; undefined where this machine has no ffmpeg with libx264 and libopus, or no sandbox. */
export async function transcoderOf(config: Options): Promise<OpenTranscoder | undefined> {
  const ffmpeg = (await findFfmpeg(config.programFolders))?.ffmpeg
  if (!ffmpeg || !(await mayDecode(config)) || !(await hasOpus(ffmpeg))) return undefined
  const folder = join(resolve(config.dataDir), 'live', 'encoder')
  return ({ hasAudio }) => open(folder, ffmpeg, hasAudio)
}

async function hasOpus(ffmpeg: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)(ffmpeg, ['-hide_banner', '-encoders']).catch(() => ({ stdout: '' }))
  return / libopus /.test(stdout)
}

/** It writes no file. A day on two processors; the program that sends comes back by itself after that. */
const limits = { seconds: Infinity, cpuSeconds: 172_800, memoryBytes: 1024 * MiB, outputBytes: MiB }

const words = (line: string): string[] => line.split(' ')
/** Only these two codecs are read; nothing is waited for to learn more of them. */
const input = words(
  '-hide_banner -nostdin -v error -threads 1 -probesize 32 -analyzeduration 1 -protocol_whitelist pipe -codec_whitelist h264,aac -f flv -i pipe:0',
)
/** What level 3.1 holds, which all browsers decode: 1280 × 720, upright 720 × 1280, 30 frames a second. A keyframe each second, as none can be requested. */
const scale =
  "scale=w='min(iw,if(gt(iw,ih),1280,720))':h='min(ih,if(gt(iw,ih),720,1280))':force_original_aspect_ratio=decrease:force_divisible_by=2"
const video = [
  ...words('-map 0:v:0 -c:v libx264 -threads:v 2 -preset superfast -tune zerolatency -profile:v baseline -level 3.1'),
  ...words('-pix_fmt yuv420p -crf 23 -maxrate 4M -bufsize 4M -g 60 -force_key_frames expr:gte(t,n_forced)'),
  '-fpsmax',
  '30',
  '-vf',
  scale,
]
const audio = words('-map 0:a:0 -c:a libopus -b:a 128k -ac 2 -ar 48000 -frame_duration 20 -af aresample=async=1')
/** Each block leaves when the next one is there. */
const output = words('-flush_packets 1 -f matroska -live 1 -cluster_time_limit 1 -cluster_size_limit 1 pipe:1')

async function open(folder: string, ffmpeg: string, hasAudio: boolean): Promise<Transcoder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const isSystem = /^\/(usr|bin|sbin|lib)\//.test(ffmpeg)
  const child = await spawnInSandbox({
    folder,
    limits,
    command: ffmpeg,
    readable: isSystem ? [] : [ffmpeg],
    args: [...input, ...video, ...(hasAudio ? audio : []), ...output],
  })
  return asTranscoder(child)
}

function asTranscoder(child: ChildProcess): Transcoder {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-300)))
  return {
    input: child.stdin as Writable,
    output: child.stdout as Readable,
    ended: new Promise((done) => {
      child.once('error', (error) => done(error.message))
      child.once('close', (code, signal) => done(`${signal ?? code} ${said.replaceAll(/\s+/g, ' ')}`.trim()))
    }),
    close() {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
    },
  }
}
