import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { H264Pictures } from '@fanlight/live-engine/recorder/h264'
import { opusSeconds } from '@fanlight/live-engine/recorder/opus'
import { withoutExtras, payloadOf, payloadTypeOf } from '@fanlight/live-engine/rtp/packet'
import rtc from 'node-datachannel'
import { OggOpus } from '../../media/live-audio/ogg.ts'

// A program that sends by RTMP, and a viewer whose pictures and sound are decoded: both with the ffmpeg of this machine.

export interface TestProgram {
  child: ChildProcess
  /** What it said until it ended. */
  ended: Promise<string>
  close(): void
}

/** Sends a test picture with B-frames and a tone, as encoders do that know nothing of browsers. */
export function sendByRtmp(
  ffmpeg: string,
  address: string,
  { size = '640x360', rate = 30, hasAudio = true, codec = 'libx264' } = {},
): TestProgram {
  const picture = ['-re', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`]
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100', '-c:a', 'aac', '-b:a', '96k']
  const video = ['-c:v', codec, '-preset', 'ultrafast', '-bf', '2', '-g', '60', '-pix_fmt', 'yuv420p']
  const own = codec === 'libx264' ? video : ['-c:v', codec]
  const quiet = ['-hide_banner', '-nostdin', '-v', 'error']
  const sound = hasAudio ? tone : []
  const child = spawn(ffmpeg, [...quiet, ...picture, ...sound, ...own, '-f', 'flv', address])
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return {
    child,
    ended: new Promise((done) => child.once('close', () => done(said))),
    close: () => void child.kill('SIGKILL'),
  }
}

export interface DecodingViewer {
  status: number
  /** How many pictures have come whole, and how many seconds of sound. */
  came(): { pictures: number; soundSeconds: number }
  /** Decodes all that has come. */
  decoded(): Promise<{ frames: number; width: number; height: number; loudness: number; problems: string }>
  close(): void
}

/** A viewer by WHEP that keeps what it is sent. `ask` sends the offer. */
export async function viewDecoding(ffmpeg: string, ask: (offer: string) => Promise<Response>): Promise<DecodingViewer> {
  const options = { iceServers: [], bindAddress: '127.0.0.1', disableAutoNegotiation: true }
  const connection = new rtc.PeerConnection('viewer', options)
  const video = new rtc.Video('0', 'RecvOnly')
  video.addH264Codec(102, 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1')
  const audio = new rtc.Audio('1', 'RecvOnly')
  audio.addOpusCodec(111)
  const tracks = [connection.addTrack(video), connection.addTrack(audio)]
  const pictures: Buffer[] = []
  const sound: Buffer[] = []
  const whole = new H264Pictures(({ units }) => {
    pictures.push(Buffer.concat(units.flatMap((unit) => [Buffer.of(0, 0, 0, 1), unit])))
  })
  const take = (packet: Buffer) => {
    const bare = withoutExtras(Buffer.from(packet))
    if (!bare) return
    if (payloadTypeOf(bare) === 102) whole.take(bare, false)
    if (payloadTypeOf(bare) === 111) sound.push(Buffer.from(payloadOf(bare)))
  }
  for (const track of tracks) track.onMessage(take)
  const offer = await new Promise<string>((done) => {
    connection.onGatheringStateChange((state) => {
      const description = connection.localDescription()
      if (state === 'complete' && description) done(description.sdp)
    })
    connection.setLocalDescription('offer')
  })
  const reply = await ask(offer)
  if (reply.status === 201) connection.setRemoteDescription(await reply.text(), 'answer')
  const alive = setInterval(() => {
    try {
      if (tracks[0]!.isOpen()) tracks[0]!.sendMessageBinary(Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 9]))
    } catch {}
  }, 500)
  return {
    status: reply.status,
    came: () => ({
      pictures: pictures.length,
      soundSeconds: sound.reduce((sum, packet) => sum + opusSeconds(packet), 0),
    }),
    async decoded() {
      const name = join(tmpdir(), `fanlight-view-${randomUUID()}`)
      const ogg = new OggOpus()
      const packets = sound.map((bytes) => ({ bytes, samples: Math.round(opusSeconds(bytes) * 48_000) }))
      try {
        await writeFile(`${name}.h264`, Buffer.concat(pictures))
        await writeFile(`${name}.opus`, Buffer.concat([ogg.head(), ogg.packets(packets)]))
        const run = (...args: string[]) =>
          promisify(execFile)(ffmpeg, ['-hide_banner', '-nostdin', '-v', 'info', ...args, '-f', 'null', '-'])
        const seen = await run('-f', 'h264', '-i', `${name}.h264`)
        const heard = await run('-i', `${name}.opus`, '-af', 'volumedetect')
        const [, width = '0', height = '0'] = /Video: h264.*? (\d{2,5})x(\d{2,5})/.exec(seen.stderr) ?? []
        return {
          frames: Number([...seen.stderr.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1] ?? 0),
          width: Number(width),
          height: Number(height),
          loudness: Number(/mean_volume: (-?[\d.]+) dB/.exec(heard.stderr)?.[1] ?? -91),
          problems: seen.stderr
            .split('\n')
            .filter((line) => /error|missing|invalid|corrupt/i.test(line))
            .join('\n'),
        }
      } finally {
        await rm(`${name}.h264`, { force: true })
        await rm(`${name}.opus`, { force: true })
      }
    },
    close() {
      clearInterval(alive)
      connection.close()
    },
  }
}

/** The encoders that convert RTMP for this data folder: processes of ours, wherever their sandbox put them. */
export async function encodersOf(pid: number): Promise<number[]> {
  const children = new Map<number, { parent: number; command: string }>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const parent = Number(/^PPid:\s*(\d+)/m.exec(await readFile(`/proc/${name}/status`, 'utf8'))?.[1])
      const command = (await readFile(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' ')
      children.set(Number(name), { parent, command })
    } catch {}
  }
  const isBelow = (id: number): boolean => {
    const parent = children.get(id)?.parent
    return parent !== undefined && (parent === pid || isBelow(parent))
  }
  return [...children]
    .filter(([id, { command }]) => / -f flv -i pipe:0 /.test(command) && /^\S*ffmpeg /.test(command) && isBelow(id))
    .map(([id]) => id)
}
