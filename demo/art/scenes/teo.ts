/** Teo: sourdough in a kitchen with one oven. */
import { arm } from '../hand.ts'
import { archWindow, glow, planks, windowLight } from '../light.ts'
import { creators } from '../looks.ts'
import { mug, put, steam, vessel } from '../objects.ts'
import { dim, lift } from '../palette.ts'
import { bust } from '../person.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f, g, line, path, rect, smooth, stroke } from '../svg.ts'

const CRUST = '#c07a3a'
/** A country loaf seen from the side, about 2r wide. */
export function loaf(
  s: Sheet,
  x: number,
  base: number,
  r: number,
  o: { cut?: 'long' | 'cross' | 'leaf'; tone?: string; seed?: string; rise?: number } = {},
): string {
  const tone = o.tone ?? CRUST
  const h = r * (o.rise ?? 1.02)
  const d = `M${f(x - r)} ${f(base - h * 0.3)}C${f(x - r)} ${f(base - h * 0.8)} ${f(x - r * 0.5)} ${f(base - h)} ${f(x)} ${f(base - h)}C${f(x + r * 0.55)} ${f(base - h)} ${f(x + r)} ${f(base - h * 0.78)} ${f(x + r)} ${f(base - h * 0.3)}C${f(x + r * 0.96)} ${f(base + r * 0.02)} ${f(x - r * 0.96)} ${f(base + r * 0.02)} ${f(x - r)} ${f(base - h * 0.3)}Z`
  const rr = rng(o.seed ?? `${x}`)
  const inner: string[] = [
    ell(x - r * 0.35, base - h * 0.8, r * 0.6, h * 0.34, lift(tone, 0.45), `opacity=".6" ${s.blur(r * 0.1)}`),
  ]
  for (let i = 0; i < 70; i++)
    inner.push(
      circ(
        x + rr.range(-r, r),
        base - rr.range(0, h),
        rr.range(r * 0.006, r * 0.018),
        '#ffeccb',
        `opacity="${f(rr.range(0.15, 0.6))}"`,
      ),
    )
  const cut = (pts: [number, number][], w: number): string => {
    const top = pts.map(([a, b]): [number, number] => [x + a * r, base - b * h])
    const low = [...pts]
      .reverse()
      .map(([a, b], i, arr): [number, number] => [
        x + a * r,
        base - b * h + Math.sin((Math.PI * i) / (arr.length - 1)) * w * r,
      ])
    return (
      path(
        `${smooth(top)}L${f(low[0]![0])} ${f(low[0]![1])}${smooth(low).replace(/^M[^C]*/, '')}Z`,
        s.lin(['#f9e2b4', '#e3b273']),
      ) + stroke(smooth(top), dim(tone, 0.55), r * 0.045)
    )
  }
  if (o.cut !== 'cross')
    inner.push(
      cut(
        [
          [-0.66, 0.5],
          [-0.3, 0.76],
          [0.12, 0.86],
          [0.5, 0.8],
        ],
        0.17,
      ),
    )
  if (o.cut === 'leaf' || o.cut === undefined)
    for (let i = 0; i < 6; i++) {
      const px = x + (-0.5 + i * 0.22) * r
      inner.push(
        stroke(
          `M${f(px)} ${f(base - h * (0.46 + i * 0.035))}q${f(r * 0.08)} ${f(h * 0.12)} ${f(-r * 0.04)} ${f(h * 0.24)}`,
          '#f6d9a4',
          r * 0.03,
        ),
      )
    }
  if (o.cut === 'cross')
    for (const [a, b] of [
      [-0.4, 0.3],
      [0.3, -0.4],
    ] as const)
      inner.push(
        stroke(
          `M${f(x + a * r)} ${f(base - h * 0.5)}Q${f(x)} ${f(base - h * 0.95)} ${f(x + b * r)} ${f(base - h * (a < b ? 0.6 : 0.56))}`,
          '#f6d9a4',
          r * 0.06,
        ),
      )
  return (
    s.soft(x + r * 0.12, base - r * 0.01, r * 1.08, r * 0.13, '#20100a', 0.45, r * 0.05) +
    path(
      d,
      s.rad(
        [
          [0, lift(tone, 0.3)],
          [0.5, tone],
          [1, dim(tone, 0.5)],
        ],
        0.36,
        0.26,
        0.85,
      ),
    ) +
    g(inner, s.clip(path(d, '#000')))
  )
}
export const wheat = (x: number, y: number, turn: number, k: number): string =>
  put(
    x,
    y,
    turn,
    stroke('M0 0Q90 -8 200 0', '#b98a3a', 5) +
      Array.from({ length: 7 }, (_, i) =>
        put(120 + i * 14, -2, i % 2 ? 26 : -26, ell(16, 0, 16, 6.6, i % 2 ? '#e3b04a' : '#f0c666')),
      ).join('') +
      [0, 1, 2, 3].map((i) => line(190 + i * 6, 0, 250 + i * 4, -18 + i * 12, '#d9a845', 2)).join(''),
    k,
  )
/** Dough in a bowl from above; `fold` 0..1 lays the flap over. */
export function doughBowl(s: Sheet, x: number, y: number, r: number, fold: number): string {
  const dr = r * 0.74
  const edge = Array.from({ length: 14 }, (_, i): [number, number] => {
    const a = (i / 14) * Math.PI * 2
    const k = 1 + Math.sin(i * 2.3) * 0.035
    return [x + Math.cos(a) * dr * k, y + Math.sin(a) * dr * k]
  })
  const out = [
    circ(x + r * 0.1, y + r * 0.14, r, '#20100a', `opacity=".42" ${s.blur(r * 0.07)}`),
    circ(x, y, r, s.lin(['#f3ece0', '#b9a488'], 50)),
    circ(x, y, r * 0.93, s.lin(['#8fa9ac', '#dfe6e0'], 50)),
    path(
      smooth(edge, true),
      s.rad(
        [
          [0, '#fff6e0'],
          [0.6, '#f4dfb8'],
          [1, '#d9b988'],
        ],
        0.38,
        0.34,
        0.75,
      ),
    ),
  ]
  const r0 = rng('bub')
  for (let i = 0; i < 22; i++) {
    const a = r0.range(0, 6.3)
    const q = r0.range(0.1, 0.86) * dr
    out.push(
      circ(x + Math.cos(a) * q, y + Math.sin(a) * q, r0.range(4, 17) * (r / 400), '#fffaf0', 'opacity=".55"'),
      stroke(`M${f(x + Math.cos(a) * q - 8)} ${f(y + Math.sin(a) * q + 8)}q8 8 16 0`, '#cfa978', 2.5, 'opacity=".5"'),
    )
  }
  const top = y - dr * (0.98 - 0.1 * Math.sin(fold * 3.1))
  const lay = y + dr * (-0.75 + fold * 1.1)
  out.push(
    path(
      `M${f(x - dr * 0.74)} ${f(y - dr * 0.55)}C${f(x - dr * 0.5)} ${f(top)} ${f(x + dr * 0.5)} ${f(top)} ${f(x + dr * 0.74)} ${f(y - dr * 0.55)}C${f(x + dr * 0.7)} ${f(lay - dr * 0.1)} ${f(x + dr * 0.4)} ${f(lay + dr * 0.06)} ${f(x)} ${f(lay + dr * 0.08)}C${f(x - dr * 0.4)} ${f(lay + dr * 0.06)} ${f(x - dr * 0.7)} ${f(lay - dr * 0.1)} ${f(x - dr * 0.74)} ${f(y - dr * 0.55)}Z`,
      s.lin(['#fffaf0', '#f6e4c2', '#e6c696']),
    ),
    stroke(
      `M${f(x - dr * 0.72)} ${f(y - dr * 0.45)}C${f(x - dr * 0.66)} ${f(lay - dr * 0.06)} ${f(x - dr * 0.4)} ${f(lay + dr * 0.08)} ${f(x)} ${f(lay + dr * 0.1)}C${f(x + dr * 0.4)} ${f(lay + dr * 0.08)} ${f(x + dr * 0.66)} ${f(lay - dr * 0.06)} ${f(x + dr * 0.72)} ${f(y - dr * 0.45)}`,
      '#b98f5c',
      r * 0.014,
      'opacity=".55"',
    ),
  )
  return out.join('')
}
const warm = (s: Sheet): void => void s.fill(s.lin(['#f7dba8', '#e2a765'], 60))

export const scenes: Record<string, () => Sheet> = {
  'teo-loaf': () => {
    const s = new Sheet(1600, 1067)
    warm(s)
    s.add(
      windowLight(s, 470, 90, 480, 640, { skew: -14 }),
      rect(0, 760, 1600, 310, s.lin(['#8a5434', '#633722'])),
      rect(0, 752, 1600, 12, '#c98d5a'),
    )
    s.add(
      s.soft(840, 950, 640, 40),
      rect(280, 880, 1090, 66, s.lin(['#d9a870', '#a8733f']), 'rx="20"'),
      rect(280, 880, 1090, 12, '#f0cd9c', 'rx="6"'),
      loaf(s, 800, 886, 430, { seed: 'main', rise: 0.92 }),
    )
    s.add(
      wheat(1200, 870, -18, 1.5),
      wheat(1180, 890, -4, 1.4),
      `<g transform="translate(160 900) rotate(-8)">${rect(0, -16, 200, 14, '#dfe4e4', 'rx="4"')}${path('M0 -16L200 -16L214 -6L0 -2Z', '#aab3b5')}${rect(-110, -22, 116, 28, '#5a3423', 'rx="10"')}</g>`,
    )
    return s.light(0.26)
  },
  'teo-hands': () => {
    const s = new Sheet(1400, 1400)
    s.add(planks(s, 0, 0, 1400, 1400, '#d9ae7c', '#8f6040', 7, 'th'))
    s.add(ell(1120, 260, 360, 240, '#fff6e4', `opacity=".6" ${s.blur(50)}`), doughBowl(s, 700, 690, 470, 0.35))
    const r = rng('flour')
    s.add(
      ...Array.from({ length: 140 }, () =>
        circ(r.range(760, 1390), r.range(20, 470), r.range(1.5, 5), '#fffaf0', `opacity="${f(r.range(0.3, 0.9))}"`),
      ),
    )
    s.add(vessel(s, 'bowl', 1210, 300, 120, '#3f6b56'), wheat(60, 250, 24, 1.7), wheat(50, 330, 12, 1.6))
    s.add(
      `<g transform="translate(180 1200) rotate(-24)">${rect(-6, -60, 260, 150, '#20100a', `opacity=".3" ${s.blur(10)}`)}${path('M0 -70H250Q270 -70 270 -40V50Q270 80 240 80H0Z', s.lin(['#eef1f0', '#a9b4b8'], 40))}${rect(-40, -74, 50, 158, '#5a3423', 'rx="14"')}</g>`,
    )
    s.add(
      arm({
        a: [180, 1560],
        b: [240, 1240],
        c: [500, 900],
        r: 100,
        sleeve: '#f2e8d6',
        shade: '#b9a684',
        skin: 'fair',
        kind: 'rest',
        turn: -50,
        k: 2.5,
        rolled: 0.16,
      }),
    )
    s.add(
      arm({
        a: [1240, 1560],
        b: [1170, 1240],
        c: [900, 900],
        r: 100,
        sleeve: '#e8dcc6',
        shade: '#a9946f',
        skin: 'fair',
        kind: 'rest',
        turn: -130,
        k: 2.5,
        flip: true,
        rolled: 0.16,
      }),
    )
    return s.light(0.26)
  },
  'teo-oven': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#43302c', '#241a1f'], 80))
    for (let y = 0; y < 12; y++)
      for (let x = 0; x < 9; x++)
        s.add(rect(x * 150 - (y % 2) * 75, y * 92, 142, 84, (x * 7 + y * 3) % 5 ? '#4d3833' : '#57403a', 'rx="8"'))
    s.add(glow(s, 820, 900, 760, '#ff9a3d', 0.6), rect(0, 1330, 1280, 270, s.lin(['#5d3b2c', '#2a1a18'])))
    s.add(
      rect(520, 470, 800, 900, s.lin(['#3b3f45', '#202328']), 'rx="30"'),
      rect(520, 470, 800, 130, '#4a4f56', 'rx="30"'),
      ...[610, 720, 830].map((x) => circ(x, 536, 32, '#1b1d21') + line(x, 536, x + 12, 512, '#ffbd58', 6)),
      rect(950, 506, 200, 60, '#15171a', 'rx="10"'),
      ...[980, 1030, 1090].map((x) => rect(x, 524, 30, 24, '#ff8a3d', 'rx="3"')),
    )
    s.add(
      rect(580, 650, 760, 520, '#15171a', 'rx="24"'),
      rect(
        606,
        676,
        760,
        470,
        s.rad(
          [
            [0, '#ffdb8a'],
            [0.5, '#ff9a3d'],
            [1, '#a83f1c'],
          ],
          0.45,
          0.7,
          0.75,
        ),
        'rx="14"',
      ),
      ...Array.from({ length: 16 }, (_, i) => line(606 + i * 48, 1010, 606 + i * 48, 1024, '#5a2a1a', 8)),
      rect(606, 1006, 760, 10, '#5a2a1a'),
      loaf(s, 860, 1010, 170, { tone: '#d98a3d', cut: 'long', rise: 1.05 }),
      loaf(s, 1190, 1010, 150, { tone: '#c97a34', cut: 'cross', rise: 1.05 }),
      rect(590, 1200, 760, 60, '#15171a', 'rx="16"'),
      rect(640, 1214, 640, 18, '#8d969c', 'rx="9"'),
    )
    s.add(
      `<g transform="translate(330 880) scale(4)">${bust(s, creators.teo!, { eyes: 'down', mouth: 'smile' })}</g>`,
      ell(470, 960, 190, 340, '#ff9a3d', `opacity=".22" ${s.blur(60)}`),
    )
    s.add(
      arm({
        a: [560, 1300],
        b: [660, 1500],
        c: [860, 1360],
        r: 80,
        sleeve: '#f2e0c0',
        shade: '#a9794a',
        skin: 'fair',
        kind: 'grip',
        turn: -24,
        k: 1.9,
        rolled: 0.4,
      }),
      put(
        1000,
        1312,
        -21,
        rect(-620, -14, 520, 28, '#b98a56', 'rx="12"') +
          path('M-110 -14C-60 -80 120 -96 260 -80L260 80C120 96 -60 80 -110 14Z', s.lin(['#dcb27c', '#a8763f'])),
      ),
      loaf(s, 1110, 1296, 160, { tone: '#b06a30', cut: 'leaf' }),
    )
    s.add(
      steam(s, 1110, 1110, 190, '#fff2dc', 0.4),
      arm({
        a: [600, 1330],
        b: [700, 1520],
        c: [868, 1372],
        r: 72,
        sleeve: '#f2e0c0',
        shade: '#a9794a',
        skin: 'fair',
        kind: 'grip',
        turn: -30,
        k: 1.8,
        rolled: 0.4,
      }),
    )
    return s.light(0.24, 0.7, 0.55, '#ffb25a')
  },
  'teo-shelf': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#cfdce0', '#eadcc4'], 75))
    s.add(
      archWindow(
        s,
        90,
        60,
        460,
        640,
        rect(90, 60, 460, 640, s.lin(['#8fb6dc', '#f4b990', '#ffe0ae'])) +
          circ(300, 560, 60, '#fff3d2') +
          ell(180, 700, 200, 110, '#6f7f96') +
          ell(470, 710, 170, 130, '#57687f') +
          rect(400, 480, 40, 220, '#57687f') +
          path('M392 480L420 420L448 480Z', '#57687f'),
        '#5a4638',
        16,
      ),
    )
    for (const [j, y] of [330, 610, 890].entries()) {
      s.add(
        rect(680, y, 920, 16, '#3a3f44'),
        rect(680, y, 920, 5, '#8d979c'),
        ...Array.from({ length: 16 }, (_, i) => line(700 + i * 58, y + 16, 700 + i * 58, y + 34, '#3a3f44', 4)),
      )
      for (let i = 0; i < 3; i++) {
        const r0 = [130, 118, 126][(i + j) % 3]!
        const x = 850 + i * 290 - j * 14
        s.add(
          loaf(s, x, y + 4, r0, {
            cut: (['leaf', 'cross', 'long'] as const)[(i + j * 2) % 3]!,
            tone: ['#c07a3a', '#a8622d', '#cf8f4c', '#8a4f2a'][(i * 2 + j) % 4]!,
            seed: `${i}${j}`,
          }),
          i === j ? steam(s, x, y - 140, 110, '#fff', 0.55) : '',
        )
      }
    }
    s.add(
      rect(680, 60, 16, 1010, '#3a3f44'),
      rect(1570, 60, 16, 1010, '#3a3f44'),
      rect(0, 800, 640, 270, s.lin(['#b9835a', '#8a5a3c'])),
      rect(0, 792, 640, 12, '#dcb088'),
      vessel(s, 'jar', 150, 900, 200, '#f2e8d6'),
      put(150, 700, -80, stroke('M0 0L190 0', '#b98a56', 12) + ell(210, 0, 36, 20, '#b98a56')),
      put(170, 704, -106, stroke('M0 0L170 0', '#8a5a3c', 12) + ell(186, 0, 34, 18, '#8a5a3c')),
      mug(s, 420, 930, 130, '#3f6b56'),
      steam(s, 420, 800, 130),
    )
    return s.light(0.24, 0.1, 0.3, '#ffe0ae')
  },
  'teo-starter': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#dfe6d8', '#c9b48e'], 70))
    s.add(
      windowLight(s, 120, 60, 640, 1000, { skew: -14, op: 0.85 }),
      rect(0, 1260, 1280, 340, s.lin(['#b07a50', '#7a4e34'])),
      rect(0, 1250, 1280, 14, '#dcb088'),
    )
    s.add(
      s.soft(720, 1440, 360, 50),
      path(
        'M370 500C370 440 400 420 400 380L840 380C840 420 870 440 870 500V1360C870 1410 840 1440 790 1440H450C400 1440 370 1410 370 1360Z',
        '#eef6f4',
        'opacity=".55"',
      ),
    )
    const c = s.clip(
      path(
        'M386 520C386 470 420 450 420 400L820 400C820 450 854 470 854 520V1350C854 1396 826 1424 784 1424H456C414 1424 386 1396 386 1350Z',
        '#000',
      ),
    )
    const r = rng('starter')
    const inner = [
      path(
        'M370 760C420 690 520 660 620 664C730 660 820 690 870 750V1440H370Z',
        s.lin(['#fff4da', '#f0d7a6', '#d9b67c']),
      ),
      path(
        'M370 780C430 720 520 700 620 702C730 700 810 720 870 770',
        'none',
        'stroke="#fffaf0" stroke-width="16" opacity=".7"',
      ),
    ]
    for (let i = 0; i < 64; i++) {
      const y = r.range(780, 1400)
      const q = r.range(6, 30) * (1.15 - (y - 780) / 1100)
      inner.push(
        ell(r.range(390, 850), y, q, q * 0.85, '#c9a163', 'opacity=".55"'),
        ell(r.range(390, 850), y, q * 0.7, q * 0.6, '#e9cd98', 'opacity=".6"'),
      )
    }
    s.add(
      g(inner, c),
      rect(366, 1050, 508, 34, '#d7553a', 'rx="8"'),
      rect(366, 1050, 508, 10, '#f0846a', 'rx="5"'),
      path(
        'M410 520V1360',
        'none',
        `stroke="#fff" stroke-width="30" opacity=".45" stroke-linecap="round" ${s.blur(4)}`,
      ),
      path('M836 520V1380', 'none', 'stroke="#8a6a44" stroke-width="22" opacity=".16" stroke-linecap="round"'),
    )
    s.add(
      ell(620, 384, 240, 40, '#d9cdb8'),
      path(
        'M372 340C372 310 430 296 620 296C810 296 868 310 868 340L862 392C800 420 440 420 378 392Z',
        s.lin(['#f6e9d2', '#c9a877'], 0),
      ),
      stroke('M376 386C440 414 800 414 864 386', '#8a5a3c', 12),
      stroke('M860 388l70 46M862 388l56 -30', '#8a5a3c', 8),
      ell(620, 318, 240, 26, '#fff6e4', 'opacity=".7"'),
    )
    s.add(
      rect(500, 1180, 240, 130, '#fff8ea', 'rx="10" transform="rotate(-3 620 1240)"'),
      stroke('M540 1250q14 -44 28 0t26 -4t26 4t26 -6t30 2t24 -2', '#3a2a22', 6),
      stroke('M560 1282h110', '#d7553a', 4),
    )
    s.add(
      `<g transform="translate(1010 1450) rotate(-74)">${rect(-20, -16, 700, 30, '#c99a62', 'rx="15"')}${rect(-20, 0, 700, 14, '#a07343', 'rx="7"')}${ell(-90, 0, 100, 54, '#c99a62')}${ell(-86, -6, 74, 34, '#f0d7a6')}</g>`,
      loaf(s, 180, 1440, 190, { cut: 'cross' }),
    )
    return s.light(0.24)
  },
  'teo-crumb': () => {
    const s = new Sheet(1400, 1400)
    s.fill(s.lin(['#3f5f52', '#2a4038'], 60))
    s.add(
      windowLight(s, 60, -160, 700, 900, { op: 0.16, skew: -14 }),
      `<g transform="rotate(-5 700 760)">${rect(110, 240, 1190, 980, '#14201c', `rx="50" opacity=".5" ${s.blur(22)}`)}${rect(90, 210, 1190, 980, s.lin(['#dcb07a', '#b98450'], 60), 'rx="50"')}${Array.from({ length: 9 }, (_, i) => stroke(`M110 ${290 + i * 104}C400 ${270 + i * 104} 800 ${320 + i * 104} 1260 ${284 + i * 104}`, '#8f6236', 3, 'opacity=".35"')).join('')}${circ(1190, 300, 34, '#2f4a40')}</g>`,
    )
    const d =
      'M250 900C190 720 240 500 470 400C660 330 900 350 1020 480C1130 600 1140 820 1080 960C960 1060 420 1070 250 900Z'
    s.add(
      path(d, '#2a140c', `transform="translate(26 40)" opacity=".45" ${s.blur(16)}`),
      path(d, s.lin(['#c98a48', '#8a4f2a'], 50)),
      path(
        'M284 890C230 730 274 528 482 434C660 370 880 386 992 506C1094 618 1104 820 1052 938C940 1024 430 1036 284 890Z',
        s.lin(['#fff1d0', '#f2d8a8'], 50),
      ),
    )
    const r = rng('crumb')
    const c = s.clip(
      path(
        'M300 884C250 730 290 540 490 450C660 390 870 404 978 516C1074 620 1086 816 1038 926C930 1004 440 1016 300 884Z',
        '#000',
      ),
    )
    const holes: string[] = []
    for (let i = 0; i < 120; i++) {
      const x = r.range(290, 1080)
      const y = r.range(430, 980)
      const q = r.next() < 0.2 ? r.range(30, 58) : r.range(7, 26)
      const a = r.range(-30, 30)
      holes.push(
        `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(a)})">${ell(0, 0, q, q * 0.68, '#d6ab6c')}${ell(q * 0.1, q * 0.1, q * 0.82, q * 0.5, '#b98748', 'opacity=".75"')}${stroke(`M${f(-q * 0.7)} ${f(-q * 0.3)}Q0 ${f(-q * 0.8)} ${f(q * 0.7)} ${f(-q * 0.3)}`, '#fff8e4', Math.max(2, q * 0.1))}</g>`,
      )
    }
    s.add(
      g(holes, c),
      `<g transform="translate(170 1230) rotate(-9)">${path('M0 0H780C830 0 850 30 850 60H0Z', s.lin(['#f0f3f2', '#a7b1b4']))}${Array.from({ length: 38 }, (_, i) => path(`M${i * 21} 60l10.5 12l10.5 -12Z`, '#a7b1b4')).join('')}${rect(-150, -14, 170, 62, '#5a3423', 'rx="18"')}</g>`,
    )
    s.add(
      ell(1150, 1190, 96, 60, '#2a140c', 'opacity=".3"'),
      rect(1060, 1080, 190, 110, '#fbeab0', 'rx="14" transform="rotate(12 1150 1130)"'),
      rect(1060, 1150, 190, 40, '#e3c66e', 'rx="14" transform="rotate(12 1150 1130)"'),
      wheat(1010, 240, 12, 1.6),
      wheat(1030, 190, 22, 1.5),
    )
    return s.light(0.3)
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  warm(s)
  s.add(
    windowLight(s, 220, -60, 400, 440),
    windowLight(s, 900, -60, 400, 440, { op: 0.6 }),
    rect(0, 410, 1600, 90, s.lin(['#8a5434', '#633722'])),
    rect(0, 404, 1600, 9, '#c98d5a'),
  )
  for (const [i, [x, r]] of (
    [
      [150, 130],
      [420, 150],
      [700, 120],
      [1420, 140],
      [1150, 160],
    ] as const
  ).entries())
    s.add(
      loaf(s, x, 436, r, {
        cut: (['cross', 'leaf', 'long'] as const)[i % 3]!,
        tone: ['#a8622d', '#c07a3a', '#cf8f4c', '#8a4f2a', '#c98340'][i]!,
        seed: `c${i}`,
      }),
    )
  s.add(
    vessel(s, 'jar', 920, 440, 190, '#f2e8d6'),
    wheat(870, 250, -70, 0.9),
    wheat(910, 250, -92, 1),
    wheat(950, 256, -112, 0.9),
  )
  return s.light(0.22)
}
