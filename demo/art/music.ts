/** The pieces: short, written out by hand as notes in time. */
import {
  bass,
  bell,
  crackle,
  hat,
  hz,
  keys,
  kick,
  mix,
  pad,
  pluck,
  room,
  sea,
  snare,
  tap,
  tone,
  wobble,
  type Mix,
} from './audio.ts'

/** Picks a chord in a six-eight pattern: thumb, then fingers. */
function pick(m: Mix, at: number, chord: readonly string[], beat: number, order: readonly number[], gain = 0.24): void {
  order.forEach((n, i) => {
    if (n >= 0 && chord[n])
      pluck(
        m,
        at + i * beat + m.rng.range(-0.006, 0.006),
        hz(chord[n]!),
        n === 0 ? 3 : 2.2,
        gain * (n === 0 ? 1.15 : 0.8) * m.rng.range(0.85, 1.1),
        (n - 2) * 0.12,
        n === 0 ? 0.35 : 0.55,
      )
  })
}
const AM = ['A2', 'E3', 'A3', 'C4', 'E4'] as const
const F = ['F2', 'C3', 'A3', 'C4', 'F4'] as const
const CC = ['C3', 'G3', 'C4', 'E4', 'G4'] as const
const G = ['G2', 'D3', 'B3', 'D4', 'G4'] as const
const DM = ['D3', 'A3', 'D4', 'F4', 'A4'] as const
const E7 = ['E2', 'B2', 'G#3', 'D4', 'E4'] as const

/** "Harbour": plucked, six-eight, with the window open on the water. */
export function harbour(seconds = 46): Mix {
  const m = mix(seconds, 'harbour')
  const beat = 0.265
  const bar = beat * 6
  const bars = [AM, F, CC, G, AM, F, CC, E7, AM, DM, F, CC, DM, AM, E7, AM, F, CC, G, AM, F, CC, E7, AM]
  bars.forEach((c, i) => {
    const t = 1.4 + i * bar
    if (t < seconds - 3) pick(m, t, c, beat, i % 4 === 3 ? [0, 2, 3, 4, 3, 1] : [0, 2, 3, 4, 3, 2])
  })
  const song: [number, string, number][] = [
    [0, 'E5', 2],
    [2, 'D5', 1],
    [3, 'C5', 3],
    [6, 'A4', 4],
    [12, 'G4', 2],
    [14, 'C5', 1],
    [15, 'E5', 3],
    [18, 'D5', 5],
    [24, 'E5', 2],
    [26, 'G5', 1],
    [27, 'E5', 3],
    [30, 'C5', 4],
    [36, 'B4', 2],
    [38, 'C5', 1],
    [39, 'B4', 3],
    [42, 'G#4', 5],
    [48, 'A4', 3],
    [51, 'C5', 3],
    [54, 'D5', 2],
    [56, 'F5', 1],
    [57, 'E5', 4],
    [66, 'C5', 3],
    [69, 'E5', 3],
    [72, 'D5', 3],
    [75, 'C5', 3],
    [78, 'B4', 5],
    [84, 'A4', 6],
  ]
  for (const [b, n, l] of song) {
    const t = 1.4 + bar * 8 + b * beat
    if (t < seconds - 3) pluck(m, t, hz(n), 0.8 + l * 0.4, 0.3, 0.15, 0.62)
  }
  for (const i of [8, 12, 16, 20]) {
    const t = 1.4 + i * bar
    if (t < seconds - 8) pad(m, t, hz(i % 8 ? 'C3' : 'A2'), bar * 4, 0.05, -0.2, 0.022)
  }
  room(m, 0.3, 1.1)
  sea(m, 0.06, 7.6, 0.07)
  tone(m, 5.2, hz('Bb2'), 3, 0.035, -0.6, 0.6)
  tone(m, seconds - 12, hz('Bb2'), 3.2, 0.03, -0.6, 0.6)
  return m
}
/** "Tape loop two": four notes going round, layers coming in, everything a little out of true. */
export function loopTwo(seconds = 44): Mix {
  const m = mix(seconds, 'looptwo')
  const loop = 5.5
  const notes: [number, string][] = [
    [0, 'D4'],
    [0.9, 'A4'],
    [1.6, 'F#4'],
    [2.9, 'E5'],
    [3.7, 'B4'],
    [4.6, 'A4'],
  ]
  for (let r = 0; r * loop < seconds - 3; r++)
    for (const [t, n] of notes) {
      pluck(m, r * loop + t, hz(n), 3, 0.2 * Math.min(1, 0.5 + r * 0.15), Math.sin(t + r) * 0.5, 0.4)
      if (r >= 2) pluck(m, r * loop + t + loop / 3, hz(n) / 2, 3.4, 0.13, -Math.sin(t + r) * 0.5, 0.28)
      if (r >= 4 && t > 1) keys(m, r * loop + t + 0.45, hz(n) * 2, 1.8, 0.035, 0.4)
    }
  for (let r = 1; r * loop < seconds - 6; r++) {
    pad(m, r * loop, hz(['D3', 'B2', 'G2', 'A2'][r % 4]!), loop + 1.5, 0.075, -0.2, 0.02)
    pad(m, r * loop, hz(['A3', 'F#3', 'D3', 'E3'][r % 4]!), loop + 1.5, 0.05, 0.25, 0.024)
  }
  wobble(m, 0.0018, 0.7)
  room(m, 0.36, 1.2)
  crackle(m, 0.02, 5)
  return m
}
/** "Flip": eighty-eight beats a minute, late hats, one-finger bass. */
export function flip(seconds = 42, full = true): Mix {
  const m = mix(seconds, 'flip')
  const b = 60 / 88
  const swing = b * 0.08
  const chords: [string[], string][] = [
    [['E4', 'G4', 'B4', 'D5'], 'A1'],
    [['F4', 'A4', 'C5', 'E5'], 'D2'],
    [['D4', 'G4', 'B4', 'E5'], 'G1'],
    [['C4', 'E4', 'G4', 'B4'], 'C2'],
  ]
  for (let bar = 0; bar * 4 * b < seconds - 1; bar++) {
    const t = bar * 4 * b
    const [ch, root] = chords[bar % 4]!
    for (const [i, n] of ch.entries()) {
      keys(m, t + i * 0.012, hz(n), 2.2, 0.1, (i - 1.5) * 0.24)
      keys(m, t + 1.5 * b + swing + i * 0.01, hz(n), 0.8, 0.07, (i - 1.5) * 0.24)
      if (bar % 2) keys(m, t + 3.5 * b + swing, hz(n), 0.5, 0.05, 0.2)
    }
    if (bar < 2 && full) continue
    kick(m, t)
    kick(m, t + 1.75 * b + swing, 0.42)
    kick(m, t + 2.5 * b + swing, 0.5)
    snare(m, t + b + 0.01)
    snare(m, t + 3 * b + 0.012)
    if (bar % 4 === 3) snare(m, t + 3.75 * b, 0.12)
    for (let i = 0; i < 8; i++)
      hat(m, t + i * 0.5 * b + (i % 2 ? swing : 0), i % 2 ? 0.055 : 0.085, i === 7 ? 0.12 : 0.04)
    if (bar >= 4 || !full)
      for (const [x, k] of [
        [0, 1],
        [0.75, 1],
        [1.75, 1.5],
        [2.5, 1],
        [3.25, 0.75],
      ] as const)
        bass(m, t + x * b + (x % 0.5 ? swing : 0), hz(root) * 2 * (k === 0.75 ? 0.75 : k), b * 0.7, 0.26)
    if (bar >= 8)
      for (const [x, n] of [
        [0.5, 'B5'],
        [1.25, 'A5'],
        [2, 'G5'],
        [3, 'E5'],
      ] as const)
        if ((bar + x * 4) % 3 < 2) keys(m, t + x * b + swing, hz(n), 0.6, 0.05, 0.45)
  }
  wobble(m, 0.0009, 0.55)
  room(m, 0.16, 0.8)
  crackle(m, 0.045, 20)
  return m
}
/** "Breath": in for four, out for six. Bowls mark the turns, water keeps time. */
export function breath(seconds = 50): Mix {
  const m = mix(seconds, 'breath')
  for (let t = 1; t < seconds - 6; t += 10) {
    pad(m, t, hz('D3'), 10.5, 0.07, -0.25, 0.018)
    pad(m, t, hz('A3'), 10.5, 0.05, 0.25, 0.02)
    bell(m, t, hz('D5'), 0.08, 6)
    bell(m, t + 4, hz('A4'), 0.06, 6)
    if (t > 20) pad(m, t + 4, hz('F#4'), 6, 0.026, 0.1, 0.03)
  }
  room(m, 0.4, 1.3)
  sea(m, 0.13, 10, 0.1)
  return m
}

// Short background music for the videos.
export const bedPlucks = (seconds: number, chords: readonly (readonly string[])[], beat = 0.3, seed = 'bed'): Mix => {
  const m = mix(seconds, seed)
  chords.forEach((c, i) => {
    const t = 0.3 + i * beat * 6
    if (t < seconds - 1) pick(m, t, c, beat, [0, 2, 3, 4, 3, 2], 0.22)
  })
  room(m, 0.3)
  return m
}
export const CHORDS = { AM, F, C: CC, G, DM, E7 } as const
export const bedPad = (seconds: number, roots: readonly string[], seed = 'pad', bells: readonly string[] = []): Mix => {
  const m = mix(seconds, seed)
  const l = seconds / roots.length
  roots.forEach((r, i) => {
    pad(m, i * l, hz(r), l + 1.4, 0.08, -0.2, 0.02)
    pad(m, i * l, hz(r) * 1.5, l + 1.4, 0.05, 0.2, 0.024)
  })
  bells.forEach((b, i) => bell(m, 0.6 + (i * (seconds - 1.5)) / bells.length, hz(b), 0.05, 4))
  room(m, 0.4, 1.2)
  return m
}
export const bedSea = (seconds: number): Mix => {
  const m = mix(seconds, 'sea')
  sea(m, 0.2, seconds / 2, 0.13)
  return m
}
/** A hum, a wheel and wet hands. */
export const bedWheel = (seconds: number): Mix => {
  const m = mix(seconds, 'wheel')
  tone(m, 0, 58, seconds, 0.05, 0, 0.5)
  tone(m, 0, 87.3, seconds, 0.018, 0.1, 0.5)
  sea(m, 0.02, 1.5, 0.3)
  for (let t = 0.4; t < seconds; t += 0.75) tap(m, t, 150, 0.018, 0.2)
  pick(m, 0.6, CC, 0.36, [0, 2, 3, 4, 3, 2], 0.1)
  pick(m, 3.2, F, 0.36, [0, 2, 3, 4, 3, 2], 0.1)
  pick(m, 5.8, CC, 0.36, [0, 2, 3, 4], 0.1)
  room(m, 0.2)
  return m
}
export const bedSteps = (seconds: number): Mix => {
  const m = mix(seconds, 'steps')
  for (let i = 0; i * 0.5 < seconds - 0.5; i++) {
    tap(m, i * 0.5, i % 4 ? 320 : 220, i % 4 ? 0.06 : 0.12, i % 2 ? 0.3 : -0.3)
  }
  for (const [i, n] of ['D4', 'F4', 'A4', 'C5', 'A4', 'F4', 'E4', 'D4', 'F4', 'G4', 'A4', 'D5'].entries())
    if (i * 0.75 < seconds - 1) keys(m, 0.25 + i * 0.75, hz(n), 1.8, 0.11, Math.sin(i) * 0.4)
  pad(m, 0, hz('D3'), seconds, 0.06, 0, 0.02)
  room(m, 0.34)
  return m
}
