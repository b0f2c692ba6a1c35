/** Ines: wheel-thrown ceramics in a former dairy. */
import { arm } from '../hand.ts'
import { archWindow, glow, windowLight } from '../light.ts'
import { creators } from '../looks.ts'
import { put, vessel, type Shape } from '../objects.ts'
import { dim, lift } from '../palette.ts'
import { bust } from '../person.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f, g, line, path, rect, smooth, stroke } from '../svg.ts'

const GLAZE = ['#2f8fc0', '#dd7a55', '#f4ede2', '#5a3f8c', '#3a7a62', '#e3ad3f', '#a9c3c9', '#8a4a35']
const craspedia = (x: number, y: number, k: number): string =>
  [
    [-60, -110],
    [-24, -75],
    [10, -150],
    [2, -95],
    [62, -118],
    [34, -70],
  ]
    .map(
      ([dx, dy], i) =>
        stroke(`M${x} ${y}Q${x + dx! * 0.2 * k} ${y + dy! * 0.6 * k} ${x + dx! * k} ${y + dy! * k}`, '#6f7a3f', 4 * k) +
        circ(x + dx! * k, y + dy! * k, (i % 2 ? 9 : 13) * k, '#f2b640') +
        circ(x + dx! * k + 2 * k, y + dy! * k + 2 * k, 4.5 * k, '#a8652a'),
    )
    .join('')
const wall = (s: Sheet): void => void s.fill(s.lin(['#f1e3d0', '#e2c8a8'], 75))

function row(
  s: Sheet,
  x0: number,
  x1: number,
  base: number,
  seed: string,
  size: [number, number],
  o: { raw?: boolean } = {},
): string {
  const r = rng(seed)
  const shapes: Shape[] = ['bottle', 'cup', 'moon', 'jar', 'vase', 'bowl', 'tall', 'jug']
  const out: string[] = []
  let x = x0
  let i = r.int(0, 7)
  while (x < x1) {
    const shape = shapes[i % shapes.length]!
    const h = r.range(...size) * (shape === 'cup' || shape === 'bowl' ? 0.52 : 1)
    const w = h * (shape === 'bowl' ? 0.92 : shape === 'tall' ? 0.26 : 0.46)
    const c = o.raw ? ['#cdb9a2', '#bfa68c', '#d6c6b2'][i % 3]! : GLAZE[(i * 3 + 1) % GLAZE.length]!
    out.push(
      vessel(s, shape, x + w, base, h, c, {
        drip: !o.raw && i % 3 === 0 ? GLAZE[(i + 5) % GLAZE.length]! : undefined,
        raw: !o.raw && i % 2 ? '#c99a72' : undefined,
      }),
    )
    x += w * 2 + r.range(10, 34)
    i += r.int(1, 3)
  }
  return out.join('')
}

export const scenes: Record<string, () => Sheet> = {
  'ines-vase': () => {
    const s = new Sheet(1600, 1067)
    wall(s)
    s.add(windowLight(s, 430, 110, 560, 720, { skew: -10 }))
    s.add(rect(0, 828, 1600, 240, s.lin(['#c79b72', '#a2754f'])), rect(0, 820, 1600, 12, '#dcb690'))
    s.add(
      craspedia(560, 400, 1.25),
      vessel(s, 'bottle', 560, 930, 560, '#2f8fc0', { rings: '#9fd6f2' }),
      vessel(s, 'moon', 910, 950, 330, '#dd7a55', { drip: '#b9573a' }),
      vessel(s, 'cup', 1165, 944, 200, '#f6efe4', { raw: '#c99a72' }),
    )
    s.add(
      put(1190, 748, -64, rect(0, -5, 190, 9, '#8a5a3a', 'rx="4"')),
      put(1150, 745, -112, rect(0, -4, 170, 8, '#c79b5a', 'rx="4"')),
      put(1170, 744, -84, rect(0, -4, 210, 8, '#5a7a8a', 'rx="4"')),
    )
    s.add(
      put(1238, 560, -64, path('M0 -9C20 -15 40 -9 52 0C40 9 20 15 0 9Z', '#3a2a22')),
      put(1085, 588, -112, path('M0 -8C20 -13 34 -8 44 0C34 8 20 13 0 8Z', '#e8d9bf')),
      put(1192, 536, -84, path('M0 -8C20 -13 34 -8 44 0C34 8 20 13 0 8Z', '#2f8fc0')),
    )
    return s.light(0.22)
  },
  'ines-wheel': () => {
    const s = new Sheet(1400, 1400)
    s.fill(s.lin(['#6f5646', '#3c2a26'], 70))
    s.add(windowLight(s, 90, -120, 520, 760, { skew: -14, op: 0.22 }))
    s.add(rect(0, 1120, 1400, 280, s.lin(['#7b624f', '#4a3730'])))
    s.add(
      s.soft(720, 1200, 640, 120, '#140a08', 0.5, 40),
      ell(700, 1150, 560, 158, '#2e3940'),
      ell(700, 1132, 560, 156, s.lin(['#9fb0b4', '#5c6f78', '#35444d'], 12)),
    )
    for (const k of [0.92, 0.78, 0.66])
      s.add(ell(700, 1132, 560 * k, 156 * k, 'none', 'stroke="#dfe8e6" stroke-width="3" opacity=".28"'))
    s.add(ell(690, 1124, 330, 88, '#8b5b45', 'opacity=".75"'))
    const clay =
      'M420 1120C440 980 400 860 430 730C450 640 500 590 520 540L880 540C900 590 950 640 970 730C1000 860 960 980 980 1120C860 1170 540 1170 420 1120Z'
    s.add(
      path(
        clay,
        s.lin(
          [
            [0, '#a5644a'],
            [0.2, '#e2a27f'],
            [0.45, '#c77f5e'],
            [0.8, '#8a4d38'],
            [1, '#5f3326'],
          ],
          0,
        ),
      ),
    )
    const c = s.clip(path(clay, '#000'))
    s.add(
      g(
        Array.from({ length: 13 }, (_, i) =>
          stroke(
            `M380 ${590 + i * 44}Q700 ${640 + i * 46} 1020 ${590 + i * 44}`,
            i % 2 ? '#f0bd9c' : '#7b432f',
            5,
            'opacity=".3"',
          ),
        ).join(''),
        c,
      ),
    )
    s.add(
      ell(700, 540, 180, 46, '#4a251a'),
      ell(700, 546, 160, 34, '#33170f'),
      stroke('M520 540A180 46 0 0 0 880 540', '#eebb99', 9),
    )
    s.add(
      arm({
        a: [-60, 1060],
        b: [60, 900],
        c: [330, 760],
        r: 96,
        sleeve: '#3f6f88',
        shade: '#24465c',
        skin: 'fair',
        kind: 'cup',
        turn: 6,
        k: 2.7,
        rolled: 0.3,
      }),
    )
    s.add(
      arm({
        a: [1470, 1000],
        b: [1330, 820],
        c: [1090, 700],
        r: 96,
        sleeve: '#3f6f88',
        shade: '#24465c',
        skin: 'fair',
        kind: 'rest',
        turn: 168,
        k: 2.7,
        flip: true,
        rolled: 0.3,
      }),
    )
    s.add(
      [
        [480, 790],
        [920, 760],
        [560, 1010],
        [400, 690],
        [1010, 800],
      ]
        .map(([x, y], i) => ell(x!, y!, 14 + i * 3, 8, '#a5644a', 'opacity=".8"'))
        .join(''),
      ell(300, 820, 60, 20, '#b0735a', 'opacity=".0"'),
    )
    return s.light(0.32, 0.15, 0.1)
  },
  'ines-kiln': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#5b4338', '#2a1c1c'], 80))
    const r = rng('bricks')
    for (let y = 0; y < 24; y++)
      for (let x = -1; x < 10; x++)
        s.add(
          rect(
            x * 150 + (y % 2) * 75 + 4,
            y * 68 + 4,
            142,
            60,
            r.pick(['#7a5140', '#6b4639', '#855a44', '#724a3c']),
            `rx="5" opacity="${f(r.range(0.55, 0.95))}"`,
          ),
        )
    s.fill(
      s.rad(
        [
          [0, '#ffb057', 0.5],
          [1, '#ffb057', 0],
        ],
        0.5,
        0.62,
        0.7,
      ),
    )
    const mouth = 'M230 1420V640A410 410 0 0 1 1050 640V1420Z'
    s.add(
      path('M180 1460V640A460 460 0 0 1 1100 640V1460Z', '#3a2522'),
      path(
        mouth,
        s.rad(
          [
            [0, '#ffe6a0'],
            [0.35, '#ffb24d'],
            [0.75, '#d9602c'],
            [1, '#7d2a1c'],
          ],
          0.5,
          0.62,
          0.68,
        ),
      ),
    )
    const c = s.clip(path(mouth, '#000'))
    const shelf = (y: number): string =>
      rect(230, y, 820, 26, '#7a3a22') + rect(230, y, 820, 7, '#ffd08a', 'opacity=".7"')
    s.add(
      g(
        [
          glow(s, 640, 900, 560, '#fff2c0', 0.75),
          row(s, 270, 960, 700, 'k1', [150, 215]),
          shelf(700),
          row(s, 250, 980, 1040, 'k2', [200, 270]),
          shelf(1040),
          row(s, 260, 960, 1384, 'k3', [190, 270]),
          shelf(1384),
          rect(230, 230, 820, 1190, '#e05a1c', 'opacity=".2"'),
        ],
        c,
      ),
    )
    s.add(stroke(mouth, '#ffcf86', 6, 'opacity=".6"'))
    for (let i = 0; i < 15; i++) {
      const a = Math.PI - (Math.PI * i) / 14
      s.add(
        put(
          640 + Math.cos(a) * 468,
          640 - Math.sin(a) * 468,
          90 - (a * 180) / Math.PI,
          rect(-46, -52, 92, 88, i % 2 ? '#8f6048' : '#7b5040', 'rx="6"'),
        ),
      )
    }
    s.add(
      rect(0, 1450, 1280, 150, s.lin(['#8a5a3c', '#3a2420'])),
      ell(640, 1466, 560, 40, '#ffb661', `opacity=".55" ${s.blur(26)}`),
    )
    return s.light(0.16, 0.5, 0.6, '#ffb057')
  },
  'ines-glaze': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#d9b48c', '#b58a62'], 60))
    for (let i = 0; i < 9; i++) s.add(line(0, 60 + i * 122, 1600, 50 + i * 124, '#8a6244', 3, 'opacity=".3"'))
    const bowl = (x: number, y: number, r0: number, c: string): void => {
      s.add(
        ell(x + 26, y + 30, r0, r0 * 0.98, '#3a2014', `opacity=".38" ${s.blur(18)}`),
        circ(x, y, r0, s.lin(['#fbf3e6', '#cbb79e'], 50)),
        circ(x, y, r0 * 0.86, s.lin([dim(c, 0.25), c, lift(c, 0.3)], 50)),
        stroke(
          `M${x - r0 * 0.6} ${y - r0 * 0.2}A${r0 * 0.64} ${r0 * 0.64} 0 0 1 ${x - r0 * 0.05} ${y - r0 * 0.62}`,
          '#fff',
          r0 * 0.05,
          'opacity=".55"',
        ),
      )
    }
    bowl(230, 250, 190, '#2f8fc0')
    bowl(620, 170, 140, '#e3ad3f')
    bowl(270, 700, 165, '#3a7a62')
    bowl(90, 1010, 150, '#dd7a55')
    const r = rng('tiles')
    const cols = [
      '#2f8fc0',
      '#7fb6c9',
      '#3a7a62',
      '#8fae74',
      '#e3ad3f',
      '#dd7a55',
      '#a2432f',
      '#5a3f8c',
      '#efe4d2',
      '#b9c9c4',
      '#34506e',
      '#c78f5a',
    ]
    for (let j = 0; j < 3; j++)
      for (let i = 0; i < 5; i++) {
        const x = 560 + i * 190
        const y = 360 + j * 228
        const c = cols[(j * 5 + i * 2) % cols.length]!
        const d = cols[(j * 3 + i + 4) % cols.length]!
        const tile = `M${x} ${y + 14}Q${x} ${y} ${x + 14} ${y}H${x + 132}Q${x + 146} ${y} ${x + 146} ${y + 14}V${y + 190}H${x}Z`
        const cl = s.clip(path(tile, '#000'))
        const pts = Array.from({ length: 6 }, (_, q): [number, number] => [
          x - 8 + q * 33,
          y + (q % 2 ? r.range(66, 88) : r.range(96, 126)),
        ])
        s.add(
          rect(x + 12, y + 14, 146, 190, '#3a2014', `opacity=".36" rx="8" ${s.blur(8)}`),
          path(tile, s.lin(['#d9a57e', '#b87d58'])),
          g(
            [
              rect(x, y, 146, 148, s.lin([lift(c, 0.22), c, dim(c, 0.18)])),
              path(`${smooth(pts)}L${x + 160} ${y - 10}L${x - 10} ${y - 10}Z`, s.lin([lift(d, 0.25), d])),
              circ(x + 73, y + 22, 9, '#3a2014', 'opacity=".65"'),
              stroke(`M${x + 16} ${y + 20}V${y + 120}`, '#fff', 7, `opacity=".28"`),
            ],
            cl,
          ),
          stroke(`M${x + 40} ${y + 168}h${r.range(40, 66)}`, '#6a3a22', 4, 'opacity=".7"'),
        )
      }
    s.add(s.soft(850, 210, 180, 20, '#3a2014', 0.3, 10), put(770, 190, -14, brush(620)))
    return s.light(0.28)
  },
  'ines-studio': () => {
    const s = new Sheet(1600, 900)
    wall(s)
    s.add(
      archWindow(
        s,
        130,
        60,
        430,
        620,
        rect(130, 60, 430, 620, s.lin(['#a9dcf2', '#fdebc4'])) +
          ell(230, 640, 240, 160, '#8fb47a') +
          ell(480, 660, 220, 120, '#6f9a68'),
        '#7a5038',
        16,
      ),
    )
    s.add(windowLight(s, 760, 120, 380, 520, { skew: -22, op: 0.6 }))
    for (const y of [210, 400])
      s.add(
        rect(1060, y + 12, 540, 14, '#6a432c', 'opacity=".25"'),
        row(s, 1080, 1560, y, `sh${y}`, [92, 138], { raw: y === 400 }),
        rect(1050, y, 560, 18, '#9a6a47'),
        rect(1050, y, 560, 5, '#c99a70'),
      )
    s.add(rect(0, 720, 1600, 180, s.lin(['#c2946c', '#8e6244'])))
    for (let i = 0; i < 7; i++) s.add(line(i * 280 - 200, 900, i * 240 + 60, 720, '#7a5038', 3, 'opacity=".35"'))
    s.add(s.soft(760, 860, 380, 40))
    const l = creators.ines!
    s.add(`<g transform="translate(770 372) scale(3)">${bust(s, l, { eyes: 'down', mouth: 'calm' })}</g>`)
    s.add(
      path('M520 700H1020L1000 900H540Z', s.lin(['#4c5a63', '#2c363d'])),
      ell(770, 704, 300, 62, '#33414a'),
      ell(770, 694, 300, 60, s.lin(['#a7b6b9', '#4d5f68'], 10)),
      ell(770, 690, 170, 34, '#8b5b45', 'opacity=".7"'),
    )
    s.add(vessel(s, 'jar', 770, 698, 158, '#c07a5a', { shadow: 0 }))
    s.add(
      arm({
        a: [566, 600],
        b: [540, 720],
        c: [668, 664],
        r: 40,
        sleeve: '#3f6f88',
        shade: '#24465c',
        skin: 'fair',
        kind: 'cup',
        turn: -16,
        k: 0.96,
        rolled: 0.35,
      }),
    )
    s.add(
      arm({
        a: [974, 600],
        b: [1000, 720],
        c: [874, 660],
        r: 40,
        sleeve: '#35607a',
        shade: '#1d3b50',
        skin: 'fair',
        kind: 'cup',
        turn: 196,
        k: 0.96,
        flip: true,
        rolled: 0.35,
      }),
    )
    s.add(
      vessel(s, 'bowl', 300, 860, 90, '#8b9aa0'),
      vessel(s, 'tall', 1240, 850, 150, '#2f8fc0', { drip: '#a9c3c9' }),
      vessel(s, 'moon', 1400, 870, 160, '#dd7a55'),
    )
    return s.light(0.24)
  },
  'ines-shelf': () => {
    const s = new Sheet(1600, 900)
    wall(s)
    s.add(windowLight(s, 160, 60, 420, 520, { skew: -14 }), windowLight(s, 760, 60, 420, 520, { skew: -14, op: 0.6 }))
    s.add(
      row(s, 40, 1540, 400, 'top', [150, 260]),
      rect(0, 400, 1600, 26, '#b98d66'),
      rect(0, 400, 1600, 8, '#dcb690'),
      rect(0, 426, 1600, 20, '#7a5038', 'opacity=".16"'),
    )
    s.add(
      row(s, 60, 1520, 800, 'low', [210, 320]),
      rect(0, 800, 1600, 100, s.lin(['#c39770', '#96694a'])),
      rect(0, 800, 1600, 9, '#dfb98f'),
    )
    return s.light(0.24)
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  wall(s)
  for (const [i, x] of [140, 620, 1100].entries())
    s.add(windowLight(s, x, -10, 360, 400, { skew: -12, op: 0.7 - i * 0.1 }))
  s.add(
    craspedia(660, 130, 0.62),
    craspedia(1160, 150, 0.62),
    row(s, 20, 590, 424, 'c1', [150, 220]),
    vessel(s, 'bottle', 660, 424, 300, '#2f8fc0', { rings: '#9fd6f2' }),
    row(s, 800, 1050, 424, 'c2', [150, 230]),
    vessel(s, 'bottle', 1160, 424, 290, '#dd7a55'),
    row(s, 1300, 1560, 424, 'c4', [150, 240]),
  )
  s.add(rect(0, 424, 1600, 76, s.lin(['#c39770', '#a5784f'])), rect(0, 424, 1600, 8, '#dfb98f'))
  return s.light(0.2)
}
const brush = (len: number): string =>
  path('M0 0C10 -14 34 -20 60 -13L60 13C34 20 10 14 0 0Z', '#2f6f98') +
  rect(60, -13, 70, 26, '#b9c4cc') +
  rect(60, 3, 70, 10, '#8c99a3') +
  path(`M130 -13L${len} -6L${len} 6L130 13Z`, '#a5673c') +
  path(`M130 3L${len} 0L${len} 6L130 13Z`, '#7a4528')
