/** Dov: the sky over Magdalena, most nights. */
import { figure, type Dress } from '../figure.ts'
import { arm } from '../hand.ts'
import { glow, stars } from '../light.ts'
import { mug, pencil, put } from '../objects.ts'
import { dim, lift } from '../palette.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f, g, line, path, rect, ridge, smooth, stroke, type Pt } from '../svg.ts'

const DOV: Dress = {
  skin: 'olive',
  hair: 'short',
  hairColour: '#5b5b66',
  top: '#1b2452',
  bottom: '#10152e',
  shoes: '#0c1022',
  sleeves: 'long',
}
const scope = (k: number, c = '#1a2148'): string =>
  `<g transform="scale(${k})">${stroke('M0 -90L-52 0M0 -90L56 0M0 -90L6 4', '#0b0f22', 9)}<g transform="translate(0 -98) rotate(-34)">${rect(-70, -20, 180, 40, c, 'rx="8"')}${rect(100, -26, 40, 52, lift(c, 0.12), 'rx="6"')}${rect(-70, -20, 180, 12, lift(c, 0.3), 'rx="6" opacity=".6"')}${rect(-96, -9, 30, 18, lift(c, 0.16), 'rx="4"')}${rect(-20, -38, 60, 13, lift(c, 0.2), 'rx="6"')}</g>${circ(0, -92, 13, '#0b0f22')}</g>`
export function milky(w: number, h: number, seed: string, turn = 0): string {
  const s = new Sheet(w, h)
  const r = rng(seed)
  const band = (wid: number, c: string, o: number, b: number): string =>
    `<g opacity="${o}" ${s.blur(b)}>${path(`M${w * 0.28} ${h * 1.05}C${w * 0.46} ${h * 0.72} ${w * 0.56} ${h * 0.4} ${w * 0.84 - wid} ${-h * 0.08}L${w * 0.84 + wid} ${-h * 0.08}C${w * 0.64 + wid} ${h * 0.42} ${w * 0.54 + wid} ${h * 0.74} ${w * 0.28 + wid * 1.5} ${h * 1.05}Z`, c)}</g>`
  const out = [
    band(w * 0.15, '#7a4fc0', 0.4, w * 0.03),
    band(w * 0.09, '#c58ad9', 0.45, w * 0.022),
    band(w * 0.04, '#fff0dc', 0.5, w * 0.014),
    `<g opacity=".55" ${s.blur(w * 0.007)}>${stroke(
      smooth([
        [w * 0.41, h * 0.86],
        [w * 0.49, h * 0.68],
        [w * 0.545, h * 0.56],
        [w * 0.62, h * 0.42],
        [w * 0.68, h * 0.25],
        [w * 0.79, h * 0.03],
      ] as Pt[]),
      '#1d1238',
      w * 0.014,
    )}${stroke(
      smooth([
        [w * 0.545, h * 0.56],
        [w * 0.6, h * 0.52],
        [w * 0.65, h * 0.44],
      ] as Pt[]),
      '#1d1238',
      w * 0.01,
    )}</g>`,
  ]
  for (let i = 0; i < 420; i++) {
    const t = r.next()
    const cx = w * (0.34 + t * 0.48)
    const cy = h * (1 - t * 1.06)
    const o = (r.next() + r.next() - 1) * w * 0.14
    out.push(
      circ(
        cx + o,
        cy + o * 0.5,
        r.range(0.7, 2.4) * (w / 1600),
        r.pick(['#fff6e0', '#ffe0c0', '#d9e6ff']),
        `opacity="${f(r.range(0.3, 0.95))}"`,
      ),
    )
  }
  return `<g${turn ? ` transform="rotate(${f(turn)} ${w * 0.5} ${h * 0.9})"` : ''}><defs>${s.defs.join('')}</defs>${out.join('')}</g>`
}
const yucca = (x: number, y: number, k: number, c: string): string =>
  g(
    Array.from({ length: 17 }, (_, i) =>
      put(
        x,
        y,
        -172 + i * 10.3,
        path(`M0 -5C40 -9 90 -5 ${120 + ((i * 37) % 40)} 0C90 6 40 7 0 5Z`, i % 2 ? c : dim(c, 0.25)),
        k,
      ),
    ).join('') +
      stroke(`M${x} ${y}Q${x + 8 * k} ${y - 140 * k} ${x + 4 * k} ${y - 260 * k}`, c, 7 * k) +
      Array.from({ length: 12 }, (_, i) =>
        ell(x + (i % 2 ? 14 : -10) * k, y - (170 + i * 10) * k, 11 * k, 8 * k, lift(c, 0.4)),
      ).join(''),
  )
/** Trails round the pole; arc in degrees. */
export function trails(w: number, h: number, cx: number, cy: number, arc: number, from: number): string {
  const r = rng('trails')
  const out: string[] = []
  for (let i = 0; i < 210; i++) {
    const q = 14 + (i / 210) ** 0.8 * Math.hypot(w, h) * 0.82
    const a0 = r.range(0, 360) + from
    const l = arc * r.range(0.8, 1.1)
    const A = (a0 * Math.PI) / 180
    const B = ((a0 + l) * Math.PI) / 180
    const x1 = cx + Math.cos(A) * q
    const y1 = cy + Math.sin(A) * q
    const x2 = cx + Math.cos(B) * q
    const y2 = cy + Math.sin(B) * q
    const c = r.pick(['#fff4dc', '#ffd9a8', '#cfe0ff', '#ffc2a0', '#fff'])
    const wd = r.range(1.2, 3.6)
    const o = r.range(0.35, 0.95)
    out.push(
      stroke(
        `M${f(x1)} ${f(y1)}A${f(q)} ${f(q)} 0 ${l > 180 ? 1 : 0} 1 ${f(x2)} ${f(y2)}`,
        c,
        wd * (w / 1400),
        `opacity="${f(o)}"`,
      ),
    )
  }
  return out.join('') + circ(cx, cy, 4 * (w / 1400), '#fff')
}
export const scenes: Record<string, () => Sheet> = {
  'dov-milky': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#0a0f2e', '#1a2258', '#3a2f78', '#6a4a8a']))
    s.add(
      stars(1600, 900, 330, 'dm'),
      milky(1600, 1000, 'mw'),
      path(ridge(1600, 1067, 800, 70, 'r1', 0.7, 50), '#2a2a66'),
      path(ridge(1600, 1067, 880, 50, 'r2', 0.7, 50), '#171c48'),
      path('M-20 980C300 900 620 900 860 950C1100 1000 1400 960 1640 900V1080H-20Z', '#0a0f28'),
    )
    s.add(
      `<g transform="translate(760 962)">${scope(2.0)}</g>`,
      `<g transform="translate(560 950) scale(1.5)">${figure(
        {
          head: [26, -128],
          neck: [14, -112],
          hip: [-8, -58],
          face: 'right',
          tilt: 10,
          armA: [
            [40, -88],
            [62, -96],
          ],
          armB: [
            [36, -92],
            [60, -106],
          ],
          legA: [
            [22, -44],
            [8, -4],
          ],
          legB: [
            [-2, -28],
            [-40, -4],
          ],
          toeB: [-52, -2],
        },
        DOV,
      )}</g>`,
      glow(s, 660, 780, 130, '#e4503f', 0.5),
      circ(656, 800, 6, '#ff8a6a'),
      yucca(1290, 970, 0.9, '#1a2450'),
      yucca(190, 960, 0.7, '#141c42'),
      `<g transform="translate(350 925)">${rect(-50, -34, 100, 40, '#121838', 'rx="6"')}${rect(-14, -58, 20, 26, '#3a4a80', 'rx="4"')}</g>`,
    )
    s.add(
      stroke('M1180 180L1340 96', '#fff', 3.4, 'opacity=".9"'),
      stroke('M1260 138L1340 96', '#fff', 5, 'opacity=".8"'),
    )
    return s.light(0.1, 0.6, 0.3, '#d9b8ff', '#04061a')
  },
  'dov-trails': () => {
    const s = new Sheet(1400, 1400)
    s.fill(s.rad(['#3a4a9a', '#1d2766', '#0a1030'], 0.5, 0.42, 0.75))
    s.add(
      g(trails(1400, 1400, 700, 560, 34, 0), s.clip(rect(0, 0, 1400, 1180, '#000'))),
      rect(
        0,
        820,
        1400,
        400,
        s.lin([
          [0, '#e08a6a', 0],
          [1, '#e08a6a', 0.5],
        ]),
      ),
      path(ridge(1400, 1400, 1120, 60, 't1', 0.7, 50), '#1c2250'),
      path(ridge(1400, 1400, 1210, 30, 't2', 0.5, 60), '#0c1130'),
    )
    s.add(
      `<g transform="translate(700 1214)">${rect(-130, -90, 260, 110, '#2a3268')}${rect(40, -90, 90, 110, '#161c44')}${path('M-140 -90A140 140 0 0 1 140 -90Z', '#46549a')}${path('M20 -228A140 140 0 0 1 140 -90H60C60 -150 50 -200 20 -228Z', '#222b60')}${path('M-34 -90V-224H14V-90Z', '#0a0e26')}${path('M-26 -96V-210H6V-96Z', '#d9503a')}${rect(-90, -60, 34, 80, '#0a0e26')}${rect(-84, -54, 22, 74, '#ff9a6a', 'opacity=".8"')}</g>`,
      glow(s, 690, 1060, 230, '#e4503f', 0.35),
      yucca(240, 1250, 1.1, '#10173c'),
      yucca(1180, 1270, 0.9, '#10173c'),
      yucca(1060, 1240, 0.5, '#161d48'),
    )
    return s.light(0.08, 0.5, 0.4, '#d9b8ff', '#04061a')
  },
  'dov-moon': () => {
    const s = new Sheet(1400, 1400)
    s.fill(s.rad(['#1a2250', '#0a0e28'], 0.4, 0.5, 0.8))
    s.add(
      stars(1400, 1400, 90, 'moonstars'),
      `<g ${s.blur(60)} opacity=".5">${path('M760 150A550 550 0 0 0 760 1250A700 700 0 0 1 760 150Z', '#ffe6c0')}</g>`,
    )
    const c = s.clip(circ(700, 700, 520, '#000'))
    const r = rng('moon')
    const inner = [circ(700, 700, 520, s.lin(['#fffaf0', '#e9dcc8', '#cdb9a4'], 10))]
    for (const [x, y, a, b] of [
      [470, 470, 190, 150],
      [330, 690, 130, 170],
      [640, 400, 120, 90],
      [560, 760, 150, 100],
      [420, 920, 120, 90],
      [760, 560, 90, 110],
    ] as const)
      inner.push(ell(x, y, a, b, '#bfb0a8', `opacity=".6" ${s.blur(16)}`))
    for (let i = 0; i < 80; i++) {
      const x = r.range(200, 900)
      const y = r.range(200, 1200)
      const q = r.next() < 0.14 ? r.range(34, 62) : r.range(7, 26)
      inner.push(
        circ(x, y, q, '#d3c3b2'),
        path(
          `M${f(x - q)} ${f(y)}A${f(q)} ${f(q)} 0 0 1 ${f(x + q * 0.3)} ${f(y - q * 0.95)}A${f(q * 1.1)} ${f(q * 1.1)} 0 0 0 ${f(x - q)} ${f(y)}Z`,
          '#8a7a7a',
          'opacity=".75"',
        ),
        stroke(
          `M${f(x + q * 0.3)} ${f(y + q * 0.95)}A${f(q)} ${f(q)} 0 0 0 ${f(x + q)} ${f(y)}`,
          '#fffdf6',
          Math.max(2, q * 0.14),
          'opacity=".85"',
        ),
      )
    }
    for (let i = 0; i < 13; i++) {
      const a = (i / 13) * 6.283
      inner.push(
        line(
          560 + Math.cos(a) * 46,
          1010 + Math.sin(a) * 46,
          560 + Math.cos(a) * r.range(120, 330),
          1010 + Math.sin(a) * r.range(120, 330),
          '#fffaf0',
          r.range(3, 8),
          'opacity=".45"',
        ),
      )
    }
    inner.push(circ(560, 1010, 44, '#fffdf6'), circ(566, 1014, 30, '#bfae9e'))
    inner.push(
      `<g ${s.blur(22)}>${path('M790 130C700 400 700 1000 790 1270L1400 1300V100Z', '#0b1030')}</g>`,
      `<g ${s.blur(60)} opacity=".8">${path('M720 130C630 400 630 1000 720 1270L1400 1300V100Z', '#0b1030')}</g>`,
    )
    for (const [x, y, q] of [
      [772, 350, 13],
      [752, 640, 9],
      [757, 880, 17],
    ] as const)
      inner.push(
        path(
          `M${x} ${y - q}A${q} ${q} 0 0 1 ${x} ${y + q}A${q * 1.5} ${q * 1.5} 0 0 0 ${x} ${y - q}Z`,
          '#fff4dc',
          'opacity=".9"',
        ),
      )
    s.add(g(inner, c), circ(700, 700, 519, 'none', 'stroke="#2a3366" stroke-width="2" opacity=".7"'))
    return s
  },
  'dov-saturn': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#2a0f18', '#14080f'], 60))
    s.add(
      glow(s, 1180, 110, 900, '#d9402f', 0.55),
      `<g transform="rotate(-5 620 500)">${rect(134, 96, 1010, 860, '#0a0408', `opacity=".6" rx="16" ${s.blur(16)}`)}${rect(
        120,
        70,
        1010,
        880,
        s.lin(
          [
            [0, '#c98a72'],
            [0.48, '#e0a488'],
            [0.5, '#a86a58'],
            [0.53, '#e0a488'],
            [1, '#c4826c'],
          ],
          0,
        ),
        'rx="12"',
      )}${circ(372, 330, 196, '#1d0e18')}${circ(372, 330, 196, 'none', 'stroke="#5a2a26" stroke-width="5"')}<g transform="translate(372 330) rotate(-18)">${path('M-150 0A150 40 0 0 1 150 0L118 0A118 27 0 0 0 -118 0Z', '#c9a06a')}${circ(0, 0, 66, s.lin(['#f6dca4', '#e0b474', '#b98a52']))}${[-30, -8, 16, 36].map((y, i) => stroke(`M${-Math.sqrt(66 * 66 - y * y)} ${y}Q0 ${y + 12} ${Math.sqrt(66 * 66 - y * y)} ${y}`, i % 2 ? '#c99a60' : '#fbe8bc', 6, 'opacity=".6"')).join('')}${path('M-150 0A150 40 0 0 0 150 0L118 0A118 27 0 0 1 -118 0Z', '#f2d79c')}${path('M-134 4A134 34 0 0 0 134 4', 'none', 'stroke="#8a5f3a" stroke-width="3.4"')}${path('M10 66A66 66 0 0 0 64 16L40 28Z', '#1d0e18', 'opacity=".35"')}</g>${[
        [260, 260],
        [470, 220],
        [500, 420],
        [300, 450],
      ]
        .map(([x, y], i) => circ(x!, y!, 2 + i, '#f2c8a4'))
        .join(
          '',
        )}${Array.from({ length: 6 }, (_, i) => stroke(`M170 ${590 + i * 54}q14 -20 28 0t28 -2t28 2t28 -4t28 4t${30 + ((i * 37) % 90)} 0`, '#4a1f1c', 4.6)).join('')}${Array.from({ length: 12 }, (_, i) => stroke(`M680 ${150 + i * 62}q14 -20 28 0t28 -2t28 2t28 -4t28 4t28 -3t${40 + ((i * 53) % 130)} 0`, '#4a1f1c', 4.6)).join('')}${circ(980, 700, 70, 'none', 'stroke="#4a1f1c" stroke-width="4"')}${circ(980, 700, 16, 'none', 'stroke="#4a1f1c" stroke-width="4"')}${stroke('M900 700H1060M980 620V780', '#4a1f1c', 2.6)}</g>`,
    )
    s.add(
      `<g transform="translate(1330 320)">${s.soft(20, 150, 190, 40, '#050206', 0.7, 20)}${rect(-70, -150, 140, 290, s.lin(['#5a2a2e', '#241018'], 0), 'rx="26"')}${ell(0, -150, 70, 22, '#ff8a6a')}${ell(0, -150, 48, 14, '#ffd0b8')}${rect(-70, -40, 140, 20, '#8a3a34')}</g>`,
      glow(s, 1330, 170, 260, '#ff6a4a', 0.6),
      `<g transform="translate(1370 720)">${circ(10, 14, 120, '#050206', `opacity=".6" ${s.blur(14)}`)}${circ(0, 0, 116, s.lin(['#6a3438', '#2a1218'], 50))}${circ(0, 0, 92, '#1a0a10')}${circ(0, 0, 70, s.rad(['#7a4a8a', '#1d1238'], 0.4, 0.36, 0.8))}${path('M-44 -30A52 52 0 0 1 0 -52L-4 -36A38 38 0 0 0 -32 -18Z', '#f6d0e0', 'opacity=".7"')}</g>`,
      put(640, 470, 34, pencil(420, '#b5532f', 22)),
      arm({
        a: [1180, 1120],
        b: [1100, 960],
        c: [800, 640],
        r: 84,
        sleeve: '#4a2440',
        shade: '#22101e',
        skin: 'tan',
        kind: 'pinch',
        turn: 222,
        k: 1.9,
        flip: true,
        rolled: 0.5,
      }),
      rect(0, 0, 1600, 900, '#e4402f', 'opacity=".1"'),
    )
    return s.light(0.16, 0.8, 0.1, '#ff8a5a', '#080206')
  },
  'dov-dome': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#0a1034', '#24307a', '#6a4a94', '#e08a7a', '#ffc08a']))
    s.add(
      stars(1280, 1000, 240, 'dd'),
      circ(1010, 260, 44, '#fff2d4'),
      circ(990, 250, 42, '#141c4e'),
      path(ridge(1280, 1600, 1160, 80, 'dd1', 0.8, 46), '#7a4a84'),
      path(ridge(1280, 1600, 1240, 60, 'dd2', 0.8, 46), '#4a3270'),
      path('M-20 1420C260 1320 700 1330 1300 1400V1620H-20Z', '#1c1a44'),
    )
    s.add(
      `<g transform="translate(620 1390)">${rect(-300, -330, 600, 350, s.lin(['#f3dcd0', '#b98fa4', '#5d4a86'], 0))}${rect(-330, -356, 660, 36, s.lin(['#ffeede', '#c9a0ac', '#6a5490'], 0), 'rx="6"')}${path('M-320 -356A320 330 0 0 1 320 -356Z', s.lin(['#fff0e2', '#d0a8b4', '#5d4a86'], 0))}${[-240, -150, 150, 240].map((x) => path(`M${x} -356C${x * 0.95} -500 ${x * 0.6} -620 ${x * 0.1} -684`, 'none', 'stroke="#8a6a94" stroke-width="3" opacity=".55"')).join('')}${path('M-66 -356V-676C-30 -690 30 -690 66 -676V-356Z', '#1a1238')}${path('M-52 -362V-650C-20 -662 20 -662 52 -650V-362Z', s.lin(['#3a1430', '#c4402f', '#ff8a5a']))}<g transform="translate(0 -400) rotate(-74)">${rect(-60, -34, 330, 68, '#221538', 'rx="8"')}${rect(240, -42, 50, 84, '#3a2650', 'rx="8"')}${rect(-60, -34, 330, 16, '#6a4a7a', 'opacity=".7"')}</g>${path('M-66 -356V-676L-92 -664V-356ZM66 -356V-676L92 -664V-356Z', '#cfa4b0')}${rect(-200, -180, 110, 200, '#3a2650', 'rx="6"')}${rect(-186, -164, 82, 184, '#ff9a6a', 'opacity=".85"')}${rect(100, -230, 130, 90, '#3a2650', 'rx="6"')}${rect(112, -218, 106, 66, '#ffb27a', 'opacity=".8"')}${line(165, -218, 165, -152, '#3a2650', 7)}</g>`,
      glow(s, 620, 900, 420, '#ff7a5a', 0.3),
      path('M420 1400L540 1400L700 1600H260Z', '#ffb27a', `opacity=".25" ${s.blur(14)}`),
      `<g transform="translate(400 1440) scale(1.35)">${figure(
        {
          head: [-4, -186],
          neck: [0, -167],
          hip: [0, -98],
          face: 'back',
          armA: [
            [24, -128],
            [16, -100],
          ],
          armB: [
            [-24, -132],
            [-40, -112],
          ],
          legA: [
            [8, -48],
            [10, -4],
          ],
          legB: [
            [-8, -48],
            [-10, -4],
          ],
        },
        { ...DOV, top: '#2f3f86' },
      )}</g>`,
      mug(s, 350, 1292, 28, '#ffbd58'),
      yucca(1080, 1470, 1.4, '#141640'),
      yucca(110, 1480, 1.1, '#141640'),
    )
    return s.light(0.12, 0.5, 0.7, '#ffc08a', '#04061a')
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  s.fill(s.lin(['#0a0f2e', '#222a68', '#5a4488']))
  s.add(
    stars(1600, 460, 260, 'dc'),
    `<g transform="translate(200 -330)">${milky(1400, 900, 'mc')}</g>`,
    path(ridge(1600, 500, 380, 40, 'dc1', 0.7, 50), '#2a2a66'),
    path(ridge(1600, 500, 440, 26, 'dc2', 0.6, 50), '#0f1436'),
    `<g transform="translate(520 470)">${scope(1.1)}</g>`,
    `<g transform="translate(410 470) scale(.86)">${figure(
      {
        head: [26, -128],
        neck: [14, -112],
        hip: [-8, -58],
        face: 'right',
        tilt: 10,
        armA: [
          [40, -88],
          [62, -96],
        ],
        armB: [
          [36, -92],
          [60, -106],
        ],
        legA: [
          [22, -44],
          [8, -4],
        ],
        legB: [
          [-2, -28],
          [-40, -4],
        ],
        toeB: [-52, -2],
      },
      DOV,
    )}</g>`,
    yucca(1300, 490, 0.6, '#141c42'),
  )
  return s
}
