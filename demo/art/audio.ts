/** A small synthesiser: plucked strings, electric piano, pads, drums, sea, crackle and a room. Mono buffers into a stereo mix. */
import { spawn } from 'node:child_process'
import { rng, type Rng } from './rng.ts'

export const RATE = 44100
export type Mix = { l: Float32Array; r: Float32Array; seconds: number; rng: Rng }

export function mix(seconds: number, seed: string): Mix {
  const n = Math.round(seconds * RATE)
  return { l: new Float32Array(n), r: new Float32Array(n), seconds, rng: rng(seed) }
}
/** Note name to hertz: 'A3', 'F#4', 'Bb2'. */
export function hz(note: string): number {
  const m = /^([A-G])([#b]?)(\d)$/.exec(note)
  if (!m) throw new Error(`Not a note: ${note}`)
  const semi =
    { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }[m[1] as 'C'] +
    (m[2] === '#' ? 1 : m[2] === 'b' ? -1 : 0) +
    (Number(m[3]) + 1) * 12
  return 440 * 2 ** ((semi - 69) / 12)
}
function place(m: Mix, at: number, data: Float32Array, gain: number, pan: number): void {
  const from = Math.round(at * RATE)
  const gl = gain * Math.cos(((pan + 1) * Math.PI) / 4)
  const gr = gain * Math.sin(((pan + 1) * Math.PI) / 4)
  for (let i = 0; i < data.length; i++) {
    const k = from + i
    if (k < 0 || k >= m.l.length) continue
    m.l[k]! += data[i]! * gl
    m.r[k]! += data[i]! * gr
  }
}
/** A nylon string (Karplus-Strong with a soft pick). */
export function pluck(m: Mix, at: number, freq: number, len = 2.2, gain = 0.3, pan = 0, bright = 0.5): void {
  const period = RATE / freq
  const size = Math.max(8, Math.floor(period - 0.5))
  const line = new Float32Array(size)
  let prev = 0
  for (let i = 0; i < size; i++) {
    prev += (m.rng.range(-1, 1) - prev) * (0.2 + bright * 0.6)
    line[i] = prev
  }
  const avg = line.reduce((a, b) => a + b, 0) / size
  for (let i = 0; i < size; i++) line[i]! -= avg
  const n = Math.round(len * RATE)
  const raw = new Float32Array(n + 64)
  const out = new Float32Array(n)
  // The line is a whole number of samples, so it is played back a hair faster or slower to be in tune.
  const ratio = (freq * (size + 0.5)) / RATE
  const loss = 0.9935 + Math.min(0.0045, 40 / freq / 100)
  let p = 0
  for (let i = 0; i < raw.length; i++) {
    const q = (p + 1) % size
    raw[i] = line[p]!
    line[p] = (line[p]! * 0.5 + line[q]! * 0.5) * loss
    p = q
  }
  for (let i = 0; i < n; i++) {
    const x = i * ratio
    const k = Math.floor(x)
    const v = (raw[k] ?? 0) * (1 - (x - k)) + (raw[k + 1] ?? 0) * (x - k)
    out[i] = v * Math.min(1, i / 60) * Math.min(1, (n - i) / (RATE * 0.12))
  }
  place(m, at, out, gain * 1.5, pan)
}
/** Electric piano: one operator on another, soft tremolo. */
export function keys(m: Mix, at: number, freq: number, len = 1.6, gain = 0.16, pan = 0): void {
  const n = Math.round(len * RATE)
  const out = new Float32Array(n)
  for (let i = 0; i < n; i++) {
    const t = i / RATE
    const e = Math.exp(-t * 1.9) * Math.min(1, t * 240) * Math.min(1, (n - i) / 3000)
    out[i] =
      (Math.sin(6.2832 * freq * t + Math.sin(6.2832 * freq * 2.001 * t) * 0.7 * Math.exp(-t * 4)) +
        0.18 * Math.sin(6.2832 * freq * 4 * t) * Math.exp(-t * 9)) *
      e *
      (1 + 0.14 * Math.sin(6.2832 * 4.6 * t))
  }
  place(m, at, out, gain, pan)
}
export function pad(m: Mix, at: number, freq: number, len: number, gain = 0.06, pan = 0, dark = 0.03): void {
  const n = Math.round(len * RATE)
  const out = new Float32Array(n)
  let lp = 0
  let lp2 = 0
  for (let i = 0; i < n; i++) {
    const t = i / RATE
    let v = 0
    for (const d of [0.996, 1, 1.0045]) {
      const ph = (t * freq * d + d * 7) % 1
      v += ph * 2 - 1
    }
    lp += (v / 3 - lp) * dark * (1 + 0.35 * Math.sin(t * 0.9))
    lp2 += (lp - lp2) * dark * 1.6
    out[i] = lp2 * Math.min(1, t / Math.min(1.6, len / 3)) * Math.min(1, (n - i) / (RATE * Math.min(1.6, len / 3)))
  }
  place(m, at, out, gain * 4, pan)
}
export function bass(m: Mix, at: number, freq: number, len: number, gain = 0.3): void {
  const n = Math.round(len * RATE)
  const out = new Float32Array(n)
  for (let i = 0; i < n; i++) {
    const t = i / RATE
    out[i] =
      Math.tanh(1.6 * (Math.sin(6.2832 * freq * t) + 0.3 * Math.sin(12.566 * freq * t))) *
      Math.min(1, t * 150) *
      Math.exp(-t * 1.6) *
      Math.min(1, (n - i) / 1500)
  }
  place(m, at, out, gain, 0)
}
export function kick(m: Mix, at: number, gain = 0.6): void {
  const out = new Float32Array(Math.round(0.34 * RATE))
  let ph = 0
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE
    ph += (6.2832 * (46 + 110 * Math.exp(-t * 36))) / RATE
    out[i] = Math.sin(ph) * Math.exp(-t * 9)
  }
  place(m, at, out, gain, 0)
}
export function hat(m: Mix, at: number, gain = 0.09, len = 0.05, pan = 0.2): void {
  const out = new Float32Array(Math.round((len + 0.05) * RATE))
  let last = 0
  for (let i = 0; i < out.length; i++) {
    const w = m.rng.range(-1, 1)
    out[i] = (w - last) * 0.6 * Math.exp(-(i / RATE) / (len * 0.45))
    last = w
  }
  place(m, at, out, gain, pan)
}
export function snare(m: Mix, at: number, gain = 0.28): void {
  const out = new Float32Array(Math.round(0.26 * RATE))
  let lp = 0
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE
    lp += (m.rng.range(-1, 1) - lp) * 0.55
    out[i] = lp * 0.9 * Math.exp(-t * 17) + Math.sin(6.2832 * 188 * t) * 0.5 * Math.exp(-t * 24)
  }
  place(m, at, out, gain, -0.05)
}
/** Brown-ish noise swelling like water; period in seconds. */
export function sea(m: Mix, gain = 0.1, period = 9, bright = 0.12): void {
  let a = 0
  let b = 0
  for (let i = 0; i < m.l.length; i++) {
    const t = i / RATE
    const swell = 0.3 + 0.7 * (0.5 - 0.5 * Math.cos((t / period) * 6.2832)) ** 2
    const k = bright * (0.25 + swell * 0.75)
    a += (m.rng.range(-1, 1) - a) * k
    b += (m.rng.range(-1, 1) - b) * k
    m.l[i]! += a * gain * swell * 2
    m.r[i]! += b * gain * swell * 2
  }
}
export function crackle(m: Mix, gain = 0.05, perSecond = 16): void {
  let hiss = 0
  for (let i = 0; i < m.l.length; i++) {
    hiss += (m.rng.range(-1, 1) - hiss) * 0.4
    const pop = m.rng.next() < perSecond / RATE ? m.rng.range(-1, 1) * m.rng.range(0.3, 1.6) : 0
    m.l[i]! += hiss * gain * 0.1 + pop * gain * 3
    m.r[i]! += hiss * gain * 0.1 + pop * gain * 2.4
  }
}
export function tone(m: Mix, at: number, freq: number, len: number, gain = 0.1, pan = 0, attack = 0.4): void {
  const n = Math.round(len * RATE)
  const out = new Float32Array(n)
  for (let i = 0; i < n; i++) {
    const t = i / RATE
    out[i] =
      (Math.sin(6.2832 * freq * t) +
        0.22 * Math.sin(12.566 * freq * t) +
        0.1 * Math.sin(18.85 * freq * t + Math.sin(t * 30) * 0.02)) *
      Math.min(1, t / attack) *
      Math.min(1, (n - i) / RATE / attack)
  }
  place(m, at, out, gain, pan)
}
/** A bell or a singing bowl. */
export function bell(m: Mix, at: number, freq: number, gain = 0.1, len = 6): void {
  const n = Math.round(len * RATE)
  const out = new Float32Array(n)
  for (const [k, g, d] of [
    [1, 1, 0.5],
    [2.76, 0.4, 0.9],
    [5.4, 0.16, 1.7],
    [1.003, 0.6, 0.5],
  ] as const)
    for (let i = 0; i < n; i++) {
      const t = i / RATE
      out[i]! +=
        Math.sin(6.2832 * freq * k * t) * g * Math.exp(-t * d) * Math.min(1, t * 60) * Math.min(1, (n - i) / 8000)
    }
  place(m, at, out, gain * 0.6, 0)
}
/** A wooden tap, for rhythm without drums. */
export function tap(m: Mix, at: number, freq = 420, gain = 0.1, pan = 0): void {
  const out = new Float32Array(Math.round(0.12 * RATE))
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE
    out[i] = Math.sin(6.2832 * freq * t) * Math.exp(-t * 55) + m.rng.range(-1, 1) * 0.3 * Math.exp(-t * 190)
  }
  place(m, at, out, gain, pan)
}
/** A room: four combs and two all-passes each side. */
export function room(m: Mix, wet = 0.22, size = 1): void {
  const side = (input: Float32Array, offset: number): Float32Array => {
    const sum = new Float32Array(input.length)
    for (const [d, fb] of [
      [1557, 0.8],
      [1617, 0.79],
      [1491, 0.81],
      [1422, 0.8],
    ] as const) {
      const len = Math.round((d + offset) * size)
      const buf = new Float32Array(len)
      let p = 0
      let lp = 0
      for (let i = 0; i < input.length; i++) {
        const y = buf[p]!
        lp += (y - lp) * 0.5
        buf[p] = input[i]! + lp * fb
        p = (p + 1) % len
        sum[i]! += y * 0.25
      }
    }
    let out = sum
    for (const d of [225, 556]) {
      const len = d + offset
      const buf = new Float32Array(len)
      let p = 0
      const next = new Float32Array(out.length)
      for (let i = 0; i < out.length; i++) {
        const b = buf[p]!
        next[i] = b - 0.5 * out[i]!
        buf[p] = out[i]! + b * 0.5
        p = (p + 1) % len
      }
      out = next
    }
    return out
  }
  const wl = side(m.l, 0)
  const wr = side(m.r, 23)
  for (let i = 0; i < m.l.length; i++) {
    m.l[i] = m.l[i]! * (1 - wet * 0.4) + wl[i]! * wet
    m.r[i] = m.r[i]! * (1 - wet * 0.4) + wr[i]! * wet
  }
}
/** Slow pitch drift, as on an old machine. */
export function wobble(m: Mix, depth = 0.0016, speed = 0.8): void {
  for (const ch of [m.l, m.r]) {
    const src = Float32Array.from(ch)
    for (let i = 0; i < ch.length; i++) {
      const q =
        i +
        Math.sin((i / RATE) * 6.2832 * speed) * depth * RATE +
        Math.sin((i / RATE) * 6.2832 * speed * 5.3) * depth * 0.12 * RATE
      const k = Math.floor(q)
      const fr = q - k
      ch[i] = (src[k] ?? 0) * (1 - fr) + (src[k + 1] ?? 0) * fr
    }
  }
}
/** Peak to −2 dB, soft ends, and as WAV. */
export function wav(m: Mix, fadeIn = 0.05, fadeOut = 1.5, level = 0.8): Buffer {
  let peak = 0.0001
  for (let i = 0; i < m.l.length; i++) peak = Math.max(peak, Math.abs(m.l[i]!), Math.abs(m.r[i]!))
  const n = m.l.length
  const out = Buffer.alloc(44 + n * 4)
  out.write('RIFF', 0)
  out.writeUInt32LE(36 + n * 4, 4)
  out.write('WAVEfmt ', 8)
  out.writeUInt32LE(16, 16)
  out.writeUInt16LE(1, 20)
  out.writeUInt16LE(2, 22)
  out.writeUInt32LE(RATE, 24)
  out.writeUInt32LE(RATE * 4, 28)
  out.writeUInt16LE(4, 32)
  out.writeUInt16LE(16, 34)
  out.write('data', 36)
  out.writeUInt32LE(n * 4, 40)
  for (let i = 0; i < n; i++) {
    const e = Math.min(1, i / (RATE * fadeIn), (n - i) / (RATE * fadeOut))
    for (const [k, ch] of [m.l, m.r].entries())
      out.writeInt16LE(
        Math.round(Math.max(-1, Math.min(1, Math.tanh((ch[i]! / peak) * 1.15) * level * e)) * 32767),
        44 + i * 4 + k * 2,
      )
  }
  return out
}
/** WAV to AAC in an m4a; gives the size. */
export async function toM4a(data: Buffer, file: string, title: string, kbit = 96): Promise<number> {
  await new Promise<void>((done, fail) => {
    const p = spawn(
      'ffmpeg',
      [
        '-y',
        '-loglevel',
        'error',
        '-f',
        'wav',
        '-i',
        'pipe:0',
        '-map_metadata',
        '-1',
        '-fflags',
        '+bitexact',
        '-flags:a',
        '+bitexact',
        '-metadata',
        `title=${title}`,
        '-c:a',
        'aac',
        '-b:a',
        `${kbit}k`,
        '-movflags',
        '+faststart',
        file,
      ],
      { stdio: ['pipe', 'inherit', 'inherit'] },
    )
    p.on('error', fail)
    p.on('close', (code) => (code === 0 ? done() : fail(new Error(`ffmpeg ended with ${code}`))))
    p.stdin.end(data)
  })
  const { statSync } = await import('node:fs')
  return statSync(file).size
}
