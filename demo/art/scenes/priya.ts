/** Priya: ferns, boats and patient ink. */
import { arm } from '../hand.ts'
import { archWindow, planks, windowLight } from '../light.ts'
import { creators } from '../looks.ts'
import { brush, leaf, mug, pencil, plant, put, steam, vessel } from '../objects.ts'
import { lift } from '../palette.ts'
import { bust } from '../person.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f, g, line, path, rect, ridge, smooth, stroke } from '../svg.ts'

const sheetTone = (s: Sheet): string => s.lin(['#fdf8ec', '#f3e8d2'], 60)
/** The painted branch from the mock; grow 0..1. About 560 wide, 900 high, root at 0,0. */
export function branch(grow: number, k = 1): string {
  const stem: [number, number][] = [
    [0, 0],
    [14, -180],
    [-6, -380],
    [18, -560],
    [6, -760],
  ]
  const parts = [
    `<g transform="scale(${k})">`,
    stroke(smooth(stem), '#1d4a66', 9, `stroke-dasharray="${f(790 * Math.min(1, grow * 1.25))} 2000"`),
  ]
  const leaves: [number, number, number, number, number, string][] = [
    [10, -170, -30, 290, 62, '#e4603f'],
    [6, -200, 206, 300, 60, '#f2b04a'],
    [0, -330, -38, 270, 58, '#2f8fb8'],
    [-4, -360, 214, 280, 58, '#1f6a8f'],
    [6, -480, -44, 230, 50, '#f0c060'],
    [10, -520, 222, 240, 50, '#3aa0c8'],
    [14, -640, -58, 190, 44, '#5ab4d4'],
    [6, -750, -92, 220, 50, '#1d5474'],
  ]
  leaves.forEach(([x, y, a, l, w, c], i) => {
    const t = Math.max(0, Math.min(1, (grow - 0.12 - i * 0.095) * 5))
    if (t > 0) parts.push(put(x, y, a, `<g transform="scale(${f(t)})">${leaf(l, w, c, 6)}</g>`))
  })
  return parts.join('') + '</g>'
}
const splat = (x: number, y: number, c: string, seed: string, n = 16, spread = 120): string => {
  const r = rng(seed)
  return Array.from({ length: n }, () =>
    circ(
      x + r.range(-spread, spread),
      y + r.range(-spread, spread),
      r.range(2, 8),
      c,
      `opacity="${f(r.range(0.4, 0.9))}"`,
    ),
  ).join('')
}
const pan = (x: number, y: number, c: string): string =>
  rect(x, y, 74, 60, '#f7f3ea', 'rx="8"') +
  rect(x + 6, y + 6, 62, 48, c, 'rx="6"') +
  ell(x + 30, y + 24, 16, 8, lift(c, 0.4), 'opacity=".8"')
/** Her print of the backwaters. */
function backwater(w: number, h: number): Sheet {
  const s = new Sheet(w, h)
  s.fill(s.lin(['#bfe0dc', '#f6ead0', '#ffd9a4']))
  s.add(
    circ(w * 0.7, h * 0.3, h * 0.095, '#f0754e'),
    path(ridge(w, h, h * 0.46, h * 0.03, 'bw1', 0.3, 60), '#8fbfae'),
    path(ridge(w, h, h * 0.5, h * 0.02, 'bw2', 0.3, 60), '#5f9c8c'),
  )
  s.add(rect(0, h * 0.53, w, h * 0.5, s.lin(['#f6cfa0', '#7fb9b4', '#2f7f8c'])))
  const r = rng('bw')
  for (let i = 0; i < 34; i++) {
    const y = h * r.range(0.56, 0.98)
    const x = r.range(0, w)
    const l = r.range(40, 190) * (0.5 + y / h)
    s.add(line(x, y, x + l, y, i % 3 ? '#fff4dc' : '#1d5f70', 3, `opacity="${f(r.range(0.25, 0.6))}"`))
  }
  s.add(
    ell(w * 0.7, h * 0.6, h * 0.07, h * 0.012, '#f0754e', 'opacity=".6"'),
    ell(w * 0.69, h * 0.64, h * 0.05, h * 0.008, '#f0754e', 'opacity=".45"'),
  )
  const palm = (x: number, y: number, k: number, lean: number, c: string): string => {
    const tx = x + lean * k
    const ty = y - 330 * k
    let out = path(
      `M${f(x - 12 * k)} ${y}C${f(x - 6 * k)} ${f(y - 140 * k)} ${f(tx - 30 * k)} ${f(ty + 120 * k)} ${f(tx - 6 * k)} ${f(ty)}L${f(tx + 6 * k)} ${f(ty)}C${f(tx - 10 * k)} ${f(ty + 130 * k)} ${f(x + 10 * k)} ${f(y - 140 * k)} ${f(x + 12 * k)} ${y}Z`,
      '#6a4a3a',
    )
    for (let i = 0; i < 9; i++) {
      const a = -200 + i * 27.5
      out += put(
        tx,
        ty,
        a,
        path('M0 0C40 -34 110 -34 170 10C120 -4 60 4 0 0Z', i % 2 ? c : lift(c, 0.14)) +
          stroke('M6 -2C50 -18 110 -14 160 8', lift(c, 0.35), 2.4, 'opacity=".7"'),
        k,
      )
    }
    return out + circ(tx - 10 * k, ty + 14 * k, 11 * k, '#b5622f') + circ(tx + 12 * k, ty + 16 * k, 11 * k, '#8f4a24')
  }
  s.add(palm(w * 0.9, h * 0.56, h / 1500, -60, '#2f7a5c'), palm(w * 0.82, h * 0.55, h / 1900, 40, '#3f8a66'))
  s.add(
    path(
      `M0 ${h * 0.6}C${w * 0.1} ${h * 0.56} ${w * 0.2} ${h * 0.6} ${w * 0.27} ${h * 0.68}C${w * 0.16} ${h * 0.72} ${w * 0.06} ${h * 0.74} 0 ${h * 0.74}Z`,
      '#2a6a50',
    ),
    palm(w * 0.1, h * 0.66, h / 820, 90, '#1f6a50'),
    palm(w * 0.2, h * 0.66, h / 1050, -70, '#2f7a5c'),
  )
  s.add(
    `<g transform="translate(${f(w * 0.53)} ${f(h * 0.72)}) scale(${f(h / 1060)})">${ell(0, 46, 330, 16, '#14505c', 'opacity=".5"')}${path('M-360 -30C-260 30 260 30 380 -50C330 50 240 60 0 60C-220 60 -310 40 -360 -30Z', '#3a2a2e')}${path('M-330 -12C-240 24 260 26 350 -24L330 6C240 30 -230 34 -330 -12Z', '#6a4638')}${path('M-190 10C-190 -90 -120 -120 -20 -120C80 -120 140 -90 140 10Z', '#d9a45a')}${[-150, -110, -70, -30, 10, 50, 90].map((x) => stroke(`M${x} 8C${x} -60 ${x * 0.9 - 4} -100 ${x * 0.8} -118`, '#a8743a', 5)).join('')}${path('M40 -119C110 -114 140 -84 140 10H70C76 -50 64 -96 40 -119Z', '#a8743a', 'opacity=".45"')}${path('M230 -32C226 -90 236 -120 258 -120C282 -120 290 -86 288 -34Z', '#f6efe0')}${circ(258, -146, 24, '#7d4c30')}${path('M232 -150C234 -176 284 -176 284 -148C270 -158 246 -160 232 -150Z', '#e4603f')}${stroke('M286 -100L318 -150', '#7d4c30', 13)}${line(330, -330, 300, 90, '#5a3a2a', 8)}${stroke('M244 -96L300 -74', '#7d4c30', 13)}</g>`,
  )
  s.add(
    ...[
      [0.3, 0.2],
      [0.35, 0.16],
      [0.4, 0.22],
    ].map(([x, y]) => stroke(`M${f(w * x! - 22)} ${f(h * y!)}q11 -14 22 0q11 -14 22 0`, '#2a5a66', 4)),
  )
  return s
}
export const scenes: Record<string, () => Sheet> = {
  'priya-leaf': () => {
    const s = new Sheet(1400, 1400)
    s.fill(sheetTone(s))
    s.add(
      circ(
        330,
        420,
        320,
        s.rad([
          [0, '#9fd3ea', 0.7],
          [1, '#9fd3ea', 0],
        ]),
      ),
      circ(
        980,
        900,
        380,
        s.rad([
          [0, '#ffc98a', 0.6],
          [1, '#ffc98a', 0],
        ]),
      ),
      circ(1040, 300, 120, '#e9603f'),
      circ(
        1040,
        300,
        120,
        s.rad(
          [
            [0, '#ffb48a', 0.7],
            [1, '#ffb48a', 0],
          ],
          0.3,
          0.3,
          0.7,
        ),
      ),
      splat(420, 960, '#e39a2f', 'p1'),
      splat(1000, 560, '#2f8fb8', 'p2'),
      `<g transform="translate(620 1340) rotate(6)">${branch(1.2, 1.5)}</g>`,
    )
    s.add(
      put(
        1060,
        1110,
        18,
        ell(190, 40, 220, 20, '#4a2a1c', `opacity=".28" ${s.blur(10)}`) + brush(420, '#b0703f', '#1d5474', 34),
      ),
    )
    return s.light(0.2)
  },
  'priya-desk': () => {
    const s = new Sheet(1600, 1067)
    s.add(
      planks(s, 0, 0, 1600, 1067, '#c79468', '#8a5a3e', 6, 'pd'),
      rect(318, 120, 860, 860, '#2a140c', `opacity=".35" transform="rotate(-4 740 540)" ${s.blur(16)}`),
    )
    s.add(
      `<g transform="rotate(-4 740 540)">${rect(300, 90, 860, 870, sheetTone(s))}${path('M300 300L360 90H300Z', '#f6d9a8', 'opacity=".5"')}</g>`,
      `<g transform="translate(690 930) rotate(-6) scale(.98)">${branch(0.72)}</g>`,
    )
    s.add(
      rect(40, 70, 214, 560, '#20100c', `opacity=".35" rx="16" ${s.blur(10)}`),
      rect(30, 54, 214, 560, s.lin(['#3a4148', '#262b31']), 'rx="16"'),
      ...Array.from({ length: 14 }, (_, i) =>
        pan(
          54 + (i % 2) * 88,
          76 + Math.floor(i / 2) * 75,
          [
            '#e4603f',
            '#f2b04a',
            '#f0d060',
            '#7ab35a',
            '#2f7a5c',
            '#2f8fb8',
            '#1d4a66',
            '#7a3a9a',
            '#c23a6e',
            '#8a4a2c',
            '#f2e6d0',
            '#5ab4d4',
            '#b0569a',
            '#3a2a22',
          ][i]!,
        ),
      ),
    )
    s.add(
      circ(1390, 230, 150, '#20100c', `opacity=".35" ${s.blur(14)}`),
      circ(1376, 212, 146, '#f2ede2'),
      circ(1376, 212, 126, s.lin(['#8fb9c4', '#5f98a8', '#b9a8b4'], 30)),
      stroke('M1300 180C1320 120 1390 100 1440 130', '#fff', 8, 'opacity=".5"'),
      put(1396, 236, -36, brush(430, '#7d4f31', '#2f8fb8', 20)),
      circ(160, 850, 124, 'none', 'stroke="#6a3a22" stroke-width="12" opacity=".3"'),
      circ(150, 860, 108, '#20100c', `opacity=".35" ${s.blur(12)}`),
      circ(140, 845, 104, '#1f6580'),
      circ(140, 845, 84, s.lin(['#8a5a30', '#b97f48'], 50)),
    )
    s.add(
      put(1240, 900, -70, pencil(360, '#e4603f', 20)),
      put(1300, 930, -62, pencil(330, '#2f8fb8', 20)),
      put(870, 560, 24, brush(430, '#b0703f', '#e4603f', 24)),
      arm({
        a: [1700, 1120],
        b: [1480, 960],
        c: [1180, 740],
        r: 100,
        sleeve: '#2f87a3',
        shade: '#184f66',
        skin: 'brown',
        kind: 'pinch',
        turn: 212,
        k: 2.2,
        flip: true,
        rolled: 0.45,
      }),
    )
    return s.light(0.28)
  },
  'priya-window': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#2f7f86', '#1d5a68'], 70))
    const view = new Sheet(600, 680)
    view.embed(backwater(900, 680), -260, 0, 1)
    s.defs.push(...view.defs)
    s.add(
      archWindow(s, 890, 50, 560, 610, `<g transform="translate(880 30)">${view.body.join('')}</g>`, '#e9d3b0', 18),
      path('M840 700L1480 700L1200 900L360 900Z', '#ffe3b0', `opacity=".16" ${s.blur(20)}`),
    )
    s.add(
      ...[
        [90, 90, 0.2],
        [300, 70, 0.17],
      ].map(
        ([x, y, k], i) =>
          rect(x!, y!, 170, 220, '#e9d3b0') +
          rect(x! + 12, y! + 12, 146, 196, i ? '#f6e0c0' : '#fdf8ec') +
          `<g transform="translate(${x! + 84} ${y! + 196})">${branch(1.2, k!)}</g>`,
      ),
      rect(70, 400, 440, 14, '#b98a5a'),
      vessel(s, 'jar', 130, 400, 90, '#e4603f'),
      put(120, 316, -100, brush(110, '#7d4f31', '#2a1c16', 8)),
      put(136, 316, -84, brush(120, '#b98a5a', '#2f8fb8', 8)),
      put(146, 318, -68, brush(104, '#8a4a2c', '#f2b04a', 8)),
      plant(s, 'trail', 430, 400, 0.85, '#f2e6d0', '#5aa06a'),
    )
    s.add(
      `<g transform="translate(690 410) scale(3.1)">${bust(s, creators.priya!, { eyes: 'down', mouth: 'smile' })}</g>`,
      rect(0, 750, 1600, 150, s.lin(['#c9945f', '#8a5a3a'])),
      rect(0, 744, 1600, 10, '#e9c392'),
    )
    s.add(
      path('M500 770L900 762L960 880L450 890Z', sheetTone(s)),
      `<g transform="translate(690 880) rotate(14) scale(.19 .12)">${branch(0.8)}</g>`,
      arm({
        a: [900, 640],
        b: [1010, 790],
        c: [830, 806],
        r: 50,
        sleeve: '#2a7590',
        shade: '#143f52',
        skin: 'brown',
        kind: 'pinch',
        turn: 186,
        k: 1,
        flip: true,
        rolled: 0.5,
      }),
      put(748, 822, -18, brush(220, '#7d4f31', '#2f8fb8', 11)),
      arm({
        a: [490, 650],
        b: [390, 800],
        c: [520, 832],
        r: 50,
        sleeve: '#2f87a3',
        shade: '#143f52',
        skin: 'brown',
        kind: 'flat',
        turn: 4,
        k: 1,
        rolled: 0.5,
      }),
    )
    s.add(
      mug(s, 1200, 840, 110, '#e4603f'),
      steam(s, 1200, 730, 110),
      vessel(s, 'bowl', 1400, 850, 70, '#f2e6d0'),
      vessel(s, 'cup', 210, 850, 90, '#8fc3c9'),
    )
    return s.light(0.2, 0.75, 0.3, '#ffe3b0')
  },
  'priya-prints': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#efe2cc', '#d9bf9a'], 70))
    s.add(windowLight(s, 200, 300, 820, 1160, { op: 0.7, skew: -12 }))
    const pr = (x: number, y: number, w: number, h: number, t: number, inner: string, bg: string): string =>
      `<g transform="translate(${x} ${y}) rotate(${t} ${w / 2} 0)">${rect(14, 18, w, h, '#4a2a1c', `opacity=".3" ${s.blur(10)}`)}${rect(0, 0, w, h, '#fffaf0')}${rect(18, 18, w - 36, h - 36, bg)}${g(`<g transform="translate(18 18)">${inner}</g>`, s.clip(rect(18, 18, w - 36, h - 36, '#000')))}${rect(w * 0.22, -26, 18, 62, '#d9a45a', 'rx="4"')}${rect(w * 0.72, -26, 18, 62, '#c08a44', 'rx="4"')}</g>`
    const bw = backwater(700, 520)
    s.defs.push(...bw.defs)
    const mini = `<g transform="translate(0 0) scale(.68)">${bw.body.join('')}</g>`
    s.add(
      stroke('M-20 120C400 200 900 190 1300 90', '#7d4f31', 5),
      stroke('M-20 830C400 910 900 900 1300 800', '#7d4f31', 5),
    )
    s.add(
      pr(60, 168, 330, 470, -3, `<g transform="translate(146 430)">${branch(1.2, 0.5)}</g>`, '#e3f0ec'),
      pr(
        460,
        184,
        380,
        520,
        2,
        circ(172, 150, 90, '#e9603f') +
          [0, 1, 2, 3, 4]
            .map((i) =>
              path(
                `M-20 ${250 + i * 56}Q90 ${210 + i * 56} 180 ${250 + i * 56}T400 ${240 + i * 56}V600H-20Z`,
                ['#f2b04a', '#e39a5a', '#5ab4d4', '#2f8fb8', '#1d4a66'][i]!,
              ),
            )
            .join(''),
        '#fdebc8',
      ),
      pr(
        900,
        150,
        320,
        450,
        -2,
        Array.from({ length: 7 }, (_, i) =>
          put(
            142,
            400,
            -150 + i * 20,
            leaf(330 - Math.abs(i - 3) * 36, 40, ['#2f7a5c', '#5aa06a', '#3f8a66', '#1f6a50'][i % 4]!, 5),
          ),
        ).join(''),
        '#f6d9c4',
      ),
      pr(90, 880, 510, 390, 2, mini, '#fff'),
      pr(
        720,
        880,
        410,
        540,
        -3,
        put(190, 330, -66, leaf(320, 120, '#c23a6e', 7)) +
          put(180, 480, -112, leaf(300, 100, '#7a3a9a', 7)) +
          circ(300, 110, 44, '#f2b04a'),
        '#f3e6f0',
      ),
    )
    s.add(
      rect(0, 1490, 1280, 110, s.lin(['#b98a5a', '#8a5a3a'])),
      vessel(s, 'jar', 1120, 1540, 180, '#1f6580'),
      put(1100, 1370, -100, brush(190, '#7d4f31', '#e4603f', 14)),
      put(1140, 1372, -76, brush(210, '#b98a5a', '#1d4a66', 14)),
    )
    return s.light(0.24)
  },
  'priya-backwater': () => {
    const s = new Sheet(1600, 1067)
    s.fill('#fffaf0')
    const bw = backwater(1520, 987)
    const c = s.clip(rect(40, 40, 1520, 987, '#000', 'rx="6"'))
    s.defs.push(...bw.defs)
    s.add(g(`<g transform="translate(40 40)">${bw.body.join('')}</g>`, c))
    return s.light(0.14)
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  s.fill(sheetTone(s))
  s.add(
    circ(
      300,
      260,
      280,
      s.rad([
        [0, '#9fd3ea', 0.6],
        [1, '#9fd3ea', 0],
      ]),
    ),
    circ(
      1250,
      260,
      330,
      s.rad([
        [0, '#ffc98a', 0.6],
        [1, '#ffc98a', 0],
      ]),
    ),
    circ(1220, 150, 74, '#e9603f'),
    splat(520, 150, '#e39a2f', 'c1', 14, 90),
    splat(1040, 320, '#2f8fb8', 'c2', 14, 90),
  )
  for (const [i, [x, y, t]] of (
    [
      [120, 560, 8],
      [470, 540, -10],
      [830, 580, 14],
      [1400, 560, -8],
    ] as const
  ).entries())
    s.add(`<g transform="translate(${x} ${y}) rotate(${t})">${branch(1.2, [0.62, 0.5, 0.6, 0.58][i]!)}</g>`)
  s.add(put(980, 400, 12, brush(330, '#b0703f', '#1d5474', 24)))
  return s.light(0.18)
}
