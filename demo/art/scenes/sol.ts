/** Sol: slow yoga, cold water. */
import { figure, type Dress, type Pose } from '../figure.ts'
import { glitter, glow, planks } from '../light.ts'
import { steam } from '../objects.ts'
import { dim, lift } from '../palette.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f, g, line, path, rect, ridge, smooth, stroke, type Pt } from '../svg.ts'

const SOL: Dress = {
  skin: 'rosy',
  hair: 'long',
  hairColour: '#c8994f',
  top: '#e4603f',
  bottom: '#1d3a56',
  sleeves: 'none',
}
const TREE: Pose = {
  head: [0, -186],
  neck: [0, -167],
  hip: [0, -100],
  face: 'front',
  armA: [
    [26, -200],
    [4, -236],
  ],
  armB: [
    [-26, -200],
    [-4, -236],
  ],
  legA: [
    [2, -52],
    [2, -5],
  ],
  legB: [
    [-40, -78],
    [-4, -58],
  ],
  toeA: [4, 3],
  toeB: [2, -46],
}
const WARRIOR: Pose = {
  head: [4, -152],
  neck: [0, -133],
  hip: [0, -72],
  face: 'right',
  armA: [
    [40, -132],
    [84, -132],
  ],
  armB: [
    [-40, -132],
    [-84, -132],
  ],
  legA: [
    [46, -50],
    [48, -4],
  ],
  legB: [
    [-46, -40],
    [-92, -4],
  ],
  toeA: [64, -1],
  toeB: [-100, 0],
}
const TRIANGLE: Pose = {
  head: [72, -104],
  neck: [56, -100],
  hip: [2, -86],
  face: 'front',
  tilt: 80,
  armA: [
    [58, -60],
    [58, -22],
  ],
  armB: [
    [50, -142],
    [50, -182],
  ],
  legA: [
    [30, -46],
    [56, -4],
  ],
  legB: [
    [-26, -46],
    [-54, -4],
  ],
  toeA: [72, 0],
  toeB: [-60, 0],
}

/** The great wave; phase moves the lip and the foam. */
export function wave(w: number, h: number, phase: number, surfer = true): Sheet {
  const s = new Sheet(w, h)
  const X = (v: number): number => v * w
  const Y = (v: number): number => v * h
  const o = Math.sin(phase * Math.PI * 2) * 0.012
  const q = Math.cos(phase * Math.PI * 2) * 0.008
  s.fill(s.lin(['#ff9c86', '#ffc195', '#ffe3b4']))
  s.add(glow(s, X(0.68), Y(0.36), h * 0.5, '#fff2cc', 0.8), circ(X(0.68), Y(0.36), h * 0.115, '#fff6de'))
  s.add(
    rect(0, Y(0.53), w, h, s.lin(['#e27a8a', '#a04a86', '#3a3f86'])),
    glitter(X(0.68), Y(0.545), w * 0.2, h * 0.15, 'wg'),
  )
  const face: Pt[] = [
    [-0.04, 0.9],
    [0.06, 0.62],
    [0.16, 0.38 + q],
    [0.27, 0.23 + o],
    [0.39, 0.185 + o],
    [0.49, 0.22 + o],
    [0.545, 0.31 + o],
  ]
  const under: Pt[] = [
    [0.545, 0.31 + o],
    [0.47, 0.33 + o],
    [0.43, 0.42 + q],
    [0.45, 0.55 + q],
    [0.55, 0.655],
    [0.7, 0.7 + q],
    [0.86, 0.68 - q],
    [1.04, 0.64],
  ]
  const map = (p: Pt[]): Pt[] => p.map(([a, b]) => [X(a), Y(b)])
  const d = `${smooth(map(face))}${smooth(map(under)).replace(/^M[^C]*/, '')}L${X(1.05)} ${Y(1.02)}L${X(-0.05)} ${Y(1.02)}Z`
  s.add(path(d, s.lin(['#2fb0c4', '#1a86ac', '#12598a', '#0c3a66'], 70)))
  const c = s.clip(path(d, '#000'))
  const lines: string[] = []
  for (let i = 0; i < 9; i++) {
    const t = i / 9
    lines.push(
      stroke(
        smooth(
          map([
            [0.0 + t * 0.06, 0.98 - t * 0.03],
            [0.1 + t * 0.07, 0.62 + t * 0.07 + q],
            [0.22 + t * 0.06, 0.36 + t * 0.07 + o],
            [0.34 + t * 0.03, 0.24 + t * 0.07 + o],
            [0.43 + t * 0.005, 0.22 + t * 0.05 + o],
          ]),
        ),
        i % 2 ? '#7fe0e6' : '#0d4f7c',
        5 - t * 2,
        `opacity="${f(0.5 - t * 0.25)}"`,
      ),
    )
  }
  for (let i = 0; i < 6; i++)
    lines.push(
      stroke(
        smooth(
          map([
            [0.2 + i * 0.02, 0.98],
            [0.36 + i * 0.02, 0.84 - i * 0.012 + q],
            [0.6, 0.78 + i * 0.024],
            [0.82, 0.79 + i * 0.02 - q],
            [1.05, 0.74 + i * 0.03],
          ]),
        ),
        i % 2 ? '#5fcfdc' : '#0c3a66',
        4,
        'opacity=".4"',
      ),
    )
  s.add(g(lines, c))
  const r = rng('foam')
  const crest: Pt[] = [
    [0.27, 0.23],
    [0.33, 0.2],
    [0.39, 0.185],
    [0.44, 0.195],
    [0.49, 0.22],
    [0.52, 0.26],
    [0.548, 0.31],
    [0.553, 0.35],
    [0.53, 0.345],
    [0.5, 0.335],
  ]
  for (const [i, [a, b]] of crest.entries())
    for (let k = 0; k < 4; k++)
      s.add(
        circ(
          X(a + r.range(-0.02, 0.02)),
          Y(b + o + r.range(-0.02, 0.024)),
          w * r.range(0.006, 0.019) * (1 + Math.sin(phase * 6.28 + i + k) * 0.12),
          k % 3 ? '#fffaf2' : '#d5f0f2',
        ),
      )
  for (let i = 0; i < 22; i++) {
    const t = (r.next() + phase) % 1
    s.add(
      circ(
        X(0.5 + t * 0.12 + r.range(-0.03, 0.04)),
        Y(0.3 + t * t * 0.3 + r.range(-0.06, 0.05)),
        r.range(2, 5.5) * (w / 1600),
        '#fffaf2',
        `opacity="${f(0.9 - t * 0.8)}"`,
      ),
    )
  }
  for (let i = 0; i < 14; i++)
    s.add(
      ell(
        X(0.05 + i * 0.075 + r.range(-0.02, 0.02)),
        Y(0.95 + r.range(-0.02, 0.03) + Math.sin(phase * 6.28 + i) * 0.006),
        X(r.range(0.02, 0.05)),
        Y(0.012),
        '#d5f0f2',
        'opacity=".5"',
      ),
    )
  if (surfer)
    s.add(
      `<g transform="translate(${f(X(0.255))} ${f(Y(0.57 + o))}) rotate(24) scale(${f(h / 1000)})">${path('M-130 6C-60 -8 90 -10 140 -4C96 16 -70 22 -130 6Z', '#fff2dc')}${path('M-130 6C-60 8 90 6 140 -4C96 16 -70 22 -130 6Z', '#e4603f')}${stroke('M-130 18C-220 30 -300 10 -400 -30', '#eafafa', 7, 'opacity=".75"')}${figure(
        {
          head: [12, -128],
          neck: [6, -110],
          hip: [-14, -62],
          face: 'right',
          armA: [
            [34, -98],
            [66, -104],
          ],
          armB: [
            [-26, -112],
            [-56, -130],
          ],
          legA: [
            [20, -48],
            [26, -6],
          ],
          legB: [
            [-40, -40],
            [-44, -4],
          ],
          toeA: [40, -4],
          toeB: [-58, -2],
        },
        { ...SOL, top: '#182a44', bottom: '#182a44', sleeves: 'long', hair: 'tail' },
      )}</g>`,
    )
  return s
}
function sea(s: Sheet, y: number, cols: readonly string[]): void {
  s.add(rect(0, y, s.w, s.h - y, s.lin(cols)))
}
export const scenes: Record<string, () => Sheet> = {
  'sol-dock': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#a9d9d6', '#e3ecd4', '#fde6bd']))
    s.add(
      glow(s, 1010, 470, 460, '#fff2cc', 0.9),
      circ(1010, 480, 62, '#fffaf0'),
      path(ridge(1600, 1067, 450, 90, 'k1', 0.6, 50), '#9fc3c4'),
      path(ridge(1600, 1067, 520, 60, 'k2', 0.6, 50), '#7aa8ae'),
      path(ridge(1600, 1067, 580, 30, 'k3', 0.4, 60), '#5d919c'),
    )
    sea(s, 640, ['#f5e3bd', '#9fd0cc', '#4a9aa8'])
    s.add(
      glitter(1010, 652, 260, 300, 'dk', '#fffaf0'),
      ...[
        [180, 760, 120],
        [360, 840, 160],
        [1320, 820, 190],
        [1150, 940, 150],
        [90, 960, 200],
      ].map(([x, y, l]) => line(x!, y!, x! + l!, y!, '#fff', 4, 'opacity=".4"')),
    )
    s.add(
      path('M700 740H900L1130 1080H470Z', s.lin(['#a8704c', '#7a4a34'])),
      ...Array.from({ length: 8 }, (_, i) => {
        const t = (i / 8) ** 1.4
        const y = 746 + t * 330
        return line(697 - t * 226, y, 903 + t * 226, y, '#55301f', 3 + t * 4, 'opacity=".5"')
      }),
      ...[
        [690, 742, 90],
        [910, 742, 90],
        [560, 930, 160],
        [1040, 930, 160],
      ].map(([x, y, h]) => rect(x! - 12, y! - h! * 0.35, 24, h!, '#5d3826', 'rx="6"')),
    )
    s.add(
      s.soft(800, 806, 110, 12, '#2a140c', 0.45, 7),
      `<g transform="translate(796 802) scale(2.35)">${figure(TREE, SOL)}</g>`,
    )
    s.add(
      `<g transform="translate(1290 800) scale(1.3)">${stroke('M0 0V-70M12 0V-66', '#4a5a60', 4)}${path('M-34 -70C-30 -110 20 -120 40 -88C36 -66 -10 -56 -34 -70Z', '#7f97a0')}${stroke('M30 -96C44 -120 20 -136 34 -162', '#7f97a0', 11)}${circ(36, -166, 9, '#dfe8ea')}${path('M42 -170L74 -164L42 -160Z', '#e39a2f')}${stroke('M30 -172C14 -176 8 -178 0 -184', '#2a3a44', 4)}${path('M-34 -70C-50 -60 -56 -50 -60 -40C-44 -46 -20 -54 0 -62Z', '#4f6b76')}${ell(6, 6, 44, 5, '#2f6f7c', 'opacity=".5"')}</g>`,
    )
    return s.light(0.2, 0.6, 0.4)
  },
  'sol-wave': () => wave(1600, 900, 0.12).light(0.14, 0.68, 0.35),
  'sol-mat': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#9fd0e0', '#d7e9e0', '#f7e6c4']))
    s.add(
      circ(930, 330, 70, '#fffaf0'),
      glow(s, 930, 330, 320, '#fff4d4', 0.8),
      path('M0 520L180 470L300 500L420 600L0 620Z', '#6fa0a4'),
      path('M0 560L120 540L260 600L0 640Z', '#4f858e'),
      rect(160, 390, 26, 90, '#fff8ec'),
      rect(160, 412, 26, 20, '#d7553a'),
      path('M156 390L190 390L173 366Z', '#d7553a'),
    )
    sea(s, 600, ['#cfe3d6', '#6fb3bf', '#2f7f97'])
    s.add(
      glitter(930, 612, 230, 220, 'mt', '#fffdf4'),
      ...Array.from({ length: 9 }, (_, i) =>
        path(`M${-40 + i * 160} ${860 + (i % 2) * 10}q40 -30 80 0t80 0v24h-160Z`, '#e9f6f4', 'opacity=".55"'),
      ),
    )
    s.add(planks(s, 0, 900, 1280, 700, '#d3b18c', '#94704f', 8, 'mat'), rect(0, 880, 1280, 30, '#b08a66'))
    s.add(
      s.soft(560, 1400, 460, 50),
      `<g transform="translate(150 1290) rotate(-4)">${rect(70, -110, 760, 220, s.lin(['#f28b66', '#d7553a', '#a8402f']), 'rx="20"')}${circ(820, 0, 112, '#c24a36')}${[92, 70, 48, 26].map((k, i) => circ(820, 0, k, 'none', `stroke="${i % 2 ? '#f2a184' : '#8f3426'}" stroke-width="9"`)).join('')}${rect(220, -118, 36, 238, '#fff2dc')}${rect(600, -118, 36, 238, '#fff2dc')}${stroke('M238 -118C300 -230 560 -230 618 -118', '#fff2dc', 18)}</g>`,
    )
    s.add(
      `<g transform="translate(1010 1500)">${s.soft(20, 0, 150, 18)}${path('M-90 0V-330C-90 -360 90 -360 90 -330V0C90 20 -90 20 -90 0Z', s.lin(['#5fb0a8', '#2f7f86', '#1d5660'], 0))}${rect(-90, -300, 180, 30, '#fff2dc', 'opacity=".85"')}${path('M-70 -350H70V-420C70 -440 -70 -440 -70 -420Z', s.lin(['#f0f0ea', '#b3b8b4', '#7c8584'], 0))}${rect(-60, -240, 26, 200, '#fff', 'opacity=".25" rx="13"')}</g>`,
      `<g transform="translate(790 1540)">${s.soft(10, 0, 90, 12)}${path('M-60 -110L60 -110L48 0H-48Z', s.lin(['#f6f3ea', '#b9bdb6'], 0))}${ell(0, -110, 60, 13, '#6a3a22')}</g>`,
      steam(s, 790, 1420, 160, '#fff', 0.75),
    )
    s.add(
      `<g transform="translate(270 1120)">${s.soft(0, 60, 180, 20)}${circ(10, -172, 46, '#fff2dc')}${Array.from({ length: 16 }, (_, i) => line(10, -172, 10 + Math.cos(i * 0.393) * 52, -172 + Math.sin(i * 0.393) * 52, '#e6d6b4', 9)).join('')}${path('M-140 20C-150 -90 -80 -150 6 -150C96 -150 160 -90 150 20Z', '#2f8fb0')}${path('M40 -146C110 -130 158 -76 150 20H70C84 -50 72 -110 40 -146Z', '#1d6a86', 'opacity=".6"')}${[-70, -20].map((y) => stroke(`M${-132 - y * 0.1} ${y}q14 -24 28 0t28 0t28 0t28 0t28 0t28 0t28 0t28 0t28 0t24 0`, '#fff2dc', 11)).join('')}${rect(-152, 0, 316, 70, '#e4603f', 'rx="30"')}${Array.from({ length: 13 }, (_, i) => line(-130 + i * 23, 10, -130 + i * 23, 60, '#b5412b', 6, 'opacity=".6"')).join('')}</g>`,
    )
    return s.light(0.24, 0.7, 0.1)
  },
  'sol-cliff': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#7fa9d6', '#f2b79a', '#ffdca6']))
    s.add(glow(s, 420, 560, 480, '#fff0c9', 0.85), circ(420, 570, 78, '#fff6de'))
    sea(s, 620, ['#f6c79c', '#7f9fc0', '#2f5f8c'])
    s.add(
      glitter(420, 632, 280, 280, 'cf'),
      path(
        'M1640 560L1180 600L1100 640L1040 760L980 780L960 900L880 960L860 1080L1640 1080Z',
        s.lin(['#6a6a86', '#3f456a']),
      ),
      path(
        'M1180 600L1160 760L1100 800L1090 1067H860L880 960L960 900L980 780L1040 760L1100 640Z',
        '#2f355a',
        'opacity=".6"',
      ),
      path('M1640 540L1180 596C1160 602 1150 612 1162 620L1640 600Z', '#7fae6c'),
      path('M1640 640L1240 700L1200 860L1240 1080L1640 1080Z', '#55597c', 'opacity=".6"'),
    )
    s.add(
      `<g transform="translate(1440 560)">${path('M-36 10L-24 -250H24L36 10Z', s.lin(['#fffaf0', '#c9bfc4'], 0))}${path('M-33 -60L-29 -130H29L33 -60Z', '#d7553a')}${rect(-34, -262, 68, 14, '#4a4a66')}${rect(-20, -304, 40, 44, '#ffdf96')}${path('M-26 -304L0 -340L26 -304Z', '#d7553a')}</g>`,
      path('M1420 270L560 190L560 330Z', '#fff2c0', `opacity=".25" ${s.blur(10)}`),
    )
    s.add(
      path('M-20 900C160 820 420 800 700 850C820 872 900 920 960 1080H-20Z', s.lin(['#86b26e', '#3f7a56'])),
      ...Array.from({ length: 60 }, (_, i) => {
        const x = i * 15
        return stroke(
          `M${x} ${900 - Math.sin(x / 300) * 50 + (i % 3) * 26}q4 -20 ${i % 2 ? 9 : -7} -34`,
          '#2f6a4a',
          3,
          'opacity=".55"',
        )
      }),
      ...[
        [120, 930],
        [260, 900],
        [580, 905],
        [760, 960],
        [40, 990],
      ].map(([x, y], i) => circ(x!, y!, 9, i % 2 ? '#fff2dc' : '#f2a0b4')),
    )
    s.add(
      s.soft(490, 874, 220, 14, '#16301f', 0.5, 8),
      `<g transform="translate(490 868) scale(2.1)">${figure(WARRIOR, { ...SOL, hair: 'tail' })}</g>`,
      `<g transform="translate(130 920) scale(1.7)">${figure(TRIANGLE, { ...SOL, skin: 'umber', hair: 'short', hairColour: '#221714', top: '#2f8fc0', bottom: '#3a2a3a' })}</g>`,
    )
    s.add(
      ...[
        [700, 240],
        [780, 200],
        [860, 260],
      ].map(([x, y]) => stroke(`M${x! - 26} ${y}q13 -16 26 0q13 -16 26 0`, '#fff', 5)),
    )
    return s.light(0.16, 0.26, 0.5)
  },
  'sol-swim': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#c9c0e6', '#f6c4b4', '#ffe6c0']))
    s.add(
      circ(1250, 300, 56, '#fffaf0'),
      glow(s, 1250, 300, 320, '#fff2cc', 0.8),
      path(ridge(1600, 900, 330, 36, 'w1', 0.4, 70), '#a3a4cc'),
    )
    sea(s, 370, ['#f2c9b4', '#7fb3c4', '#2f7f9f', '#155a80'])
    s.add(glitter(1250, 384, 260, 200, 'sw'))
    const r = rng('sw2')
    for (let i = 0; i < 56; i++) {
      const y = 400 + (i / 56) * 480
      const l = 40 + (y - 380) * 0.32
      s.add(
        stroke(
          `M${f(r.range(-60, 1600))} ${f(y)}q${f(l / 4)} ${f(-l * 0.08)} ${f(l / 2)} 0t${f(l / 2)} 0`,
          i % 3 ? '#e9f6f4' : '#0f4a70',
          2 + (y - 380) * 0.007,
          'opacity=".42"',
        ),
      )
    }
    const swimmer = (
      x: number,
      y: number,
      k: number,
      skin: 'rosy' | 'umber' | 'tan' | 'pale',
      hat: string,
      bob: boolean,
    ): string => {
      const sk = { rosy: '#f2c4a6', umber: '#7d4c30', tan: '#cf9765', pale: '#f8dcc8' }[skin]
      return `<g transform="translate(${x} ${y}) scale(${k})">${ell(0, 16, 104, 15, '#0f4a70', 'opacity=".3"')}${path('M-62 14C-58 -16 -30 -28 0 -28C30 -28 58 -16 62 14Z', dim(sk, 0.06))}${path('M-14 -40H14V-10H-14Z', dim(sk, 0.22))}${path('M-36 -80C-36 -110 36 -110 36 -80C36 -46 20 -30 0 -30C-20 -30 -36 -46 -36 -80Z', sk)}${path('M6 -104C28 -102 36 -94 36 -80C36 -46 20 -30 4 -30C14 -50 16 -80 6 -104Z', dim(sk, 0.22), 'opacity=".5"')}${stroke('M-20 -76q5 5 11 0M10 -76q5 5 11 0', '#2a1710', 3)}${stroke('M-10 -54q10 9 20 0', '#a8403c', 3.4)}${circ(-22, -62, 7, '#f0846a', 'opacity=".5"')}${circ(22, -62, 7, '#f0846a', 'opacity=".5"')}${path('M-40 -88C-44 -142 44 -142 40 -88Z', hat)}${rect(-44, -98, 88, 18, dim(hat, 0.22), 'rx="9"')}${bob ? circ(0, -134, 15, lift(hat, 0.55)) : ''}${stroke('M-120 18C-70 30 70 30 120 18', '#fff', 5, 'opacity=".7"')}${stroke('M-160 34C-90 48 90 48 160 34', '#fff', 4, 'opacity=".4"')}</g>`
    }
    s.add(
      swimmer(330, 560, 0.95, 'tan', '#2f8fc0', true),
      swimmer(1130, 540, 0.85, 'pale', '#f0b840', false),
      swimmer(720, 640, 1.35, 'rosy', '#e4603f', true),
      swimmer(1370, 720, 1.5, 'umber', '#5fa06a', true),
    )
    s.add(
      `<g transform="translate(160 800) rotate(-10)">${ell(0, 30, 170, 24, '#eafafa', 'opacity=".5"')}${path('M-120 0C-120 -70 120 -70 120 0C120 44 -120 44 -120 0Z', s.lin(['#ffb24d', '#e4603f']))}${rect(-30, -56, 60, 86, '#fff2dc', 'opacity=".7"')}${stroke('M118 0C200 20 300 -30 420 -60', '#fff2dc', 6)}</g>`,
    )
    return s.light(0.16, 0.78, 0.3)
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  s.fill(s.lin(['#a9d9d6', '#e3ecd4', '#fde6bd']))
  s.add(
    glow(s, 1080, 210, 300, '#fff2cc', 0.9),
    circ(1080, 214, 40, '#fffaf0'),
    path(ridge(1600, 500, 190, 60, 'c1', 0.6, 46), '#9fc3c4'),
    path(ridge(1600, 500, 240, 40, 'c2', 0.6, 46), '#7aa8ae'),
    path(ridge(1600, 500, 276, 20, 'c3', 0.4, 60), '#5d919c'),
  )
  sea(s, 300, ['#f5e3bd', '#9fd0cc', '#4a9aa8'])
  s.add(
    glitter(1080, 308, 200, 180, 'cg', '#fffaf0'),
    path('M560 402H760L830 520H490Z', s.lin(['#a8704c', '#7a4a34'])),
    ...[420, 446, 476].map((y) =>
      line(556 - (y - 402) * 0.6, y, 764 + (y - 402) * 0.6, y, '#55301f', 4, 'opacity=".5"'),
    ),
    rect(548, 380, 16, 80, '#5d3826', 'rx="5"'),
    rect(756, 380, 16, 80, '#5d3826', 'rx="5"'),
  )
  s.add(`<g transform="translate(660 424) scale(1.5)">${figure(TREE, SOL)}</g>`)
  return s
}
