/** Kofi: twenty minutes at six, any floor will do. */
import { figure, type Dress, type Pose } from '../figure.ts'
import { archWindow, glitter, glow, planks, windowLight } from '../light.ts'
import { plant, put } from '../objects.ts'
import { dim, lift } from '../palette.ts'
import { Sheet, circ, ell, line, path, rect, stroke } from '../svg.ts'

const KOFI: Dress = {
  skin: 'deep',
  hair: 'short',
  hairColour: '#17100f',
  top: '#2f9bd0',
  bottom: '#1f2a44',
  sleeves: 'short',
  shoes: '#f2e6d4',
  shorts: true,
}
const HANG: Pose = {
  head: [0, -196],
  neck: [0, -176],
  hip: [0, -110],
  face: 'back',
  wide: 1.14,
  armA: [
    [36, -206],
    [34, -250],
  ],
  armB: [
    [-36, -206],
    [-34, -250],
  ],
  legA: [
    [10, -62],
    [4, -20],
  ],
  legB: [
    [-10, -62],
    [-20, -24],
  ],
  toeA: [5, -8],
  toeB: [-26, -13],
}
const SWING: Pose = {
  head: [34, -138],
  neck: [22, -124],
  hip: [-22, -78],
  face: 'right',
  tilt: 22,
  wide: 1,
  armA: [
    [38, -94],
    [10, -66],
  ],
  armB: [
    [34, -98],
    [8, -70],
  ],
  legA: [
    [24, -58],
    [6, -4],
  ],
  legB: [
    [10, -56],
    [-12, -4],
  ],
  toeA: [24, 0],
  toeB: [6, 0],
}
const REACH = (k: number): Pose => ({
  head: [18 + k * 8, -166],
  neck: [10 + k * 4, -148],
  hip: [-2, -90],
  face: 'right',
  tilt: 16,
  armA: [
    [-12, -112],
    [4, -86],
  ],
  armB: [
    [36 + k * 10, -184],
    [62 + k * 16, -212],
  ],
  legA: [
    [14, -46],
    [18, -4],
  ],
  legB: [
    [-16, -46],
    [-24, -4],
  ],
  toeA: [30, 0],
  toeB: [-12, 0],
})
const NINETY: Pose = {
  head: [-4, -100],
  neck: [-4, -82],
  hip: [-4, -18],
  face: 'right',
  wide: 1.14,
  armA: [
    [26, -48],
    [48, -22],
  ],
  armB: [
    [-34, -50],
    [-54, -18],
  ],
  legA: [
    [48, -14],
    [52, -4],
  ],
  legB: [
    [-48, -14],
    [-58, -30],
  ],
  toeA: [12, -3],
  toeB: [-40, -42],
}
const bell = (x: number, y: number, k: number, c: string, down = true): string =>
  `<g transform="translate(${x} ${y}) scale(${k})">${down ? ell(6, 2, 60, 9, '#140c10', 'opacity=".35"') : ''}${stroke('M-24 -74C-34 -124 34 -124 24 -74', '#3a4048', 15)}${circ(0, -46, 48, c)}${path('M10 -93A48 48 0 0 1 10 1C32 -24 32 -70 10 -93Z', dim(c, 0.35), 'opacity=".6"')}${circ(-16, -62, 11, lift(c, 0.5), 'opacity=".55"')}${rect(-26, -6, 52, 9, dim(c, 0.4), 'rx="4"')}</g>`
const city = (s: Sheet, x: number, y: number, w: number, h: number): string =>
  rect(x, y, w, h, s.lin(['#6f9bd8', '#f3b79a', '#ffe0ac'])) +
  circ(x + w * 0.3, y + h * 0.66, w * 0.09, '#fff4d8') +
  [0, 1, 2, 3, 4]
    .map((i) => rect(x + i * w * 0.21, y + h * (0.76 - ((i * 7) % 4) * 0.04), w * 0.17, h, '#6a6f9c'))
    .join('') +
  ell(x + w * 0.8, y + h, w * 0.35, h * 0.16, '#3f5f6c')
function beach(w = 1600): Sheet {
  const s = new Sheet(w, 1067)
  s.fill(s.lin(['#5f7fc4', '#e89aa0', '#ffc58e', '#ffe6b4']))
  s.add(glow(s, 1120, 500, 520, '#fff0c4', 0.85), circ(1120, 510, 92, '#fff6dc'))
  s.add(rect(0, 560, w, 250, s.lin(['#f6b98f', '#8f8fb4', '#3f6f9c'])), glitter(1120, 570, 300, 210, 'kb'))
  const boat = (x: number, y: number, k: number, c: string): string =>
    `<g transform="translate(${x} ${y}) scale(${k})">${path('M-170 -46C-100 6 100 6 190 -66C170 10 120 34 0 34C-110 34 -150 10 -170 -46Z', c)}${path('M-150 -24C-80 10 100 8 170 -34L162 -14C100 22 -90 24 -140 -4Z', '#fff2dc')}${[-90, -40, 10, 60, 110].map((q, i) => path(`M${q} 6l16 -14l16 14l-16 10Z`, ['#f0b840', '#2f8fc0', '#4f9a4a', '#e4603f', '#f0b840'][i]!)).join('')}${line(-20, 0, -10, -150, '#4a2f26', 8)}${path('M-10 -150L-10 -124L46 -137Z', '#4f9a4a')}</g>`
  s.add(
    boat(330, 620, 0.9, '#b8413a'),
    boat(640, 600, 0.55, '#2f6f5a'),
    path(
      `M-20 780C300 720 700 800 1100 760C1320 740 1500 770 ${w + 40} 750V1080H-20Z`,
      s.lin(['#f6dcae', '#d9a873', '#a8744f']),
    ),
    path(
      `M-20 790C300 730 700 810 1100 770C1320 750 1500 780 ${w + 40} 760L${w + 40} 790C1500 806 1320 780 1100 800C700 836 300 764 -20 824Z`,
      '#fff6e6',
      'opacity=".8"',
    ),
  )
  const who: Dress[] = [
    { ...KOFI },
    { ...KOFI, skin: 'umber', hair: 'curly', hairColour: '#241614', top: '#e4603f', bottom: '#3a2448' },
    {
      ...KOFI,
      skin: 'brown',
      hair: 'hijab',
      hairColour: '#f0b840',
      top: '#3f8a66',
      bottom: '#274a44',
      sleeves: 'long',
      shorts: false,
    },
    { ...KOFI, skin: 'deep', hair: 'tail', top: '#f2e0c0', bottom: '#7a3a6a' },
    { ...KOFI, skin: 'umber', top: '#7a3a9a', bottom: '#2a2448' },
  ]
  ;[
    [860, 960, 2.5, 0],
    [180, 900, 1.75, 1],
    [420, 920, 1.85, 4],
    [1210, 910, 1.8, 2],
    [1440, 930, 1.95, 3],
  ].forEach(([x, y, k, i]) =>
    s.add(
      path(
        `M${x! - 20} ${y}L${x! - 330 * (k! / 2)} ${y! + 60}L${x! - 270 * (k! / 2)} ${y! + 76}L${x! + 30} ${y! + 6}Z`,
        '#8a5a4a',
        `opacity=".28" ${s.blur(5)}`,
      ),
      `<g transform="translate(${x} ${y}) scale(${k})">${figure(REACH(i! * 0.25), who[i!]!)}</g>`,
    ),
  )
  s.add(
    stroke('M-20 1010C80 900 40 700 140 420', '#6a4a3a', 22),
    ...Array.from({ length: 9 }, (_, i) =>
      put(140, 420, -200 + i * 28, path('M0 0C60 -50 160 -50 250 16C170 -6 90 6 0 0Z', i % 2 ? '#2f5f4a' : '#3f7a56')),
    ),
  )
  return s.light(0.16, 0.7, 0.45)
}
export const scenes: Record<string, () => Sheet> = {
  'kofi-windows': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#2a3150', '#1b2038'], 80))
    for (const x of [210, 620, 1030]) s.add(archWindow(s, x, 60, 360, 570, city(s, x, 60, 360, 570), '#12162a', 14))
    s.add(
      rect(0, 690, 1600, 210, s.lin(['#3f4670', '#20253f'])),
      ...[210, 620, 1030].map((x) =>
        path(`M${x} 700H${x + 360}L${x + 280} 900H${x - 260}Z`, '#ffdcae', `opacity=".2" ${s.blur(12)}`),
      ),
    )
    s.add(
      rect(560, 66, 20, 720, '#0d1020'),
      rect(1020, 66, 20, 720, '#0d1020'),
      rect(540, 96, 520, 18, '#0d1020', 'rx="9"'),
      rect(540, 96, 520, 5, '#5a648f', 'rx="2"'),
      ell(570, 790, 60, 10, '#0d1020'),
      ell(1030, 790, 60, 10, '#0d1020'),
    )
    s.add(
      `<g transform="translate(800 760) scale(2.62)">${figure(HANG, KOFI)}</g>`,
      s.soft(800, 800, 110, 12, '#05060f', 0.6, 8),
    )
    s.add(
      bell(330, 800, 1.1, '#e4603f'),
      bell(440, 820, 0.9, '#f0b840'),
      bell(1190, 810, 1.25, '#42b1e8'),
      `<g transform="translate(1330 780)">${[0, 1, 2].map((i) => rect(0, -i * 34, 200, 32, ['#5a4a86', '#3f8a86', '#d98a4a'][i]!, 'rx="16"') + circ(184, -i * 34 + 16, 12, dim(['#5a4a86', '#3f8a86', '#d98a4a'][i]!, 0.4))).join('')}</g>`,
      plant(s, 'palm', 90, 860, 1.2, '#c9643f', '#3f8a66'),
      stroke('M1510 60V520', '#e4603f', 20),
      stroke('M1460 60V440', '#f0b840', 14),
      rect(1430, 50, 110, 16, '#0d1020'),
    )
    return s.light(0.14, 0.5, 0.4, '#ffdcae')
  },
  'kofi-swing': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#f2cf9f', '#e39a6f'], 75))
    s.add(
      windowLight(s, 180, 120, 760, 1080, { op: 0.85, skew: -12, colour: '#fff0c9' }),
      rect(0, 1260, 1280, 340, s.lin(['#8a5a4a', '#5a3434'])),
      rect(0, 1250, 1280, 12, '#f6dfc0', 'opacity=".7"'),
    )
    s.add(
      s.soft(640, 1400, 420, 40, '#2a1014', 0.55, 20),
      path('M640 1400L1280 1180L1280 1330L700 1420Z', '#5a2a2a', `opacity=".2" ${s.blur(14)}`),
      `<g transform="translate(640 1396) scale(5.6)">${figure(SWING, KOFI)}</g>`,
    )
    s.add(
      stroke('M560 1030C470 1010 420 1080 470 1160', '#fff4dc', 10, 'opacity=".5" stroke-dasharray="4 26"'),
      `<g transform="rotate(24 690 1040)">${bell(650, 1270, 2.1, '#d7553a', false)}</g>`,
      bell(1080, 1480, 2.2, '#2f8fc0'),
      bell(190, 1500, 1.6, '#f0b840'),
    )
    return s.light(0.22)
  },
  'kofi-beach': () => beach(),
  'kofi-kit': () => {
    const s = new Sheet(1400, 1400)
    s.add(
      planks(s, 0, 0, 1400, 1400, '#c9a07a', '#8a6248', 8, 'kit'),
      `<g opacity=".9">${windowLight(s, 620, -160, 720, 1250, { op: 0.4, skew: -16 })}</g>`,
    )
    const sh = (inner: string, x: number, y: number, t: number): string =>
      `<g transform="translate(${x} ${y}) rotate(${t})">${inner}</g>`
    s.add(
      sh(
        rect(-146, -290, 330, 650, '#20100c', `opacity=".35" rx="20" ${s.blur(14)}`) +
          rect(-160, -310, 330, 650, s.lin(['#58b4d8', '#2f7fae'], 40), 'rx="18"') +
          [0, 1, 2].map((i) => rect(-160, -250 + i * 40, 330, 14, '#fff2dc', 'opacity=".75"')).join('') +
          [0, 1, 2].map((i) => rect(-160, 220 + i * 30, 330, 10, '#fff2dc', 'opacity=".75"')).join('') +
          line(10, -310, 10, 340, '#1f5f86', 5, 'opacity=".5"'),
        330,
        420,
        -8,
      ),
    )
    const loop = (x: number, y: number, a: number, b: number, t: number, c: string): string =>
      sh(
        ell(10, 14, a, b, 'none', `stroke="#20100c" stroke-width="34" opacity=".25" ${s.blur(8)}`) +
          ell(0, 0, a, b, 'none', `stroke="${c}" stroke-width="34"`) +
          ell(0, -4, a, b, 'none', `stroke="${lift(c, 0.4)}" stroke-width="6" opacity=".7"`),
        x,
        y,
        t,
      )
    s.add(loop(900, 330, 230, 120, -18, '#e4603f'), loop(1020, 480, 190, 90, 22, '#f0b840'))
    s.add(
      circ(640, 930, 148, '#20100c', `opacity=".4" ${s.blur(16)}`),
      circ(
        620,
        900,
        140,
        s.rad(
          [
            [0, '#a9d88c'],
            [0.6, '#5aa05a'],
            [1, '#2f6a44'],
          ],
          0.34,
          0.3,
          0.8,
        ),
      ),
      stroke('M490 860C560 930 690 950 756 880M520 990C570 930 580 830 560 776', '#fff6dc', 8, 'opacity=".75"'),
    )
    s.add(
      sh(
        rect(-200, -250, 430, 560, '#20100c', `opacity=".35" rx="16" ${s.blur(14)}`) +
          rect(-215, -270, 430, 560, s.lin(['#3a2a44', '#241a30']), 'rx="16"') +
          rect(-195, -256, 400, 532, '#fbf3e2', 'rx="8"') +
          Array.from(
            { length: 8 },
            (_, i) =>
              line(-160, -180 + i * 56, 160, -180 + i * 56, '#b9c9cc', 2.5) +
              (i < 6
                ? rect(-160, -214 + i * 56, 22, 22, 'none', 'stroke="#3a2a44" stroke-width="4" rx="4"') +
                  (i < 4 ? stroke(`M-156 ${-204 + i * 56}l7 9l14 -18`, '#2f8a5a', 6) : '') +
                  stroke(`M-120 ${-196 + i * 56}q12 -16 24 0t24 0t24 0t${20 + i * 9} 0`, '#3a2a44', 5)
                : ''),
          ).join('') +
          rect(206, -270, 12, 560, '#e4603f'),
        1080,
        990,
        9,
      ),
    )
    s.add(
      sh(
        rect(-250, -24, 520, 60, '#20100c', `opacity=".35" rx="30" ${s.blur(10)}`) +
          rect(-260, -40, 520, 60, s.lin(['#4a5568', '#262d3a']), 'rx="30"') +
          Array.from({ length: 11 }, (_, i) => line(-220 + i * 44, -38, -200 + i * 44, 18, '#6f7c92', 6)).join('') +
          rect(-260, -40, 34, 60, '#e39a2f', 'rx="14"') +
          rect(226, -40, 34, 60, '#e39a2f', 'rx="14"'),
        400,
        1240,
        -6,
      ),
    )
    s.add(
      sh(
        circ(8, 12, 96, '#20100c', `opacity=".4" ${s.blur(10)}`) +
          path('M-34 -190H34L40 -80H-40ZM-40 80H40L34 190H-34Z', '#2a2f3c') +
          circ(0, 0, 96, s.lin(['#e3e8ea', '#8d979f'], 45)) +
          circ(0, 0, 78, '#16202c') +
          stroke('M0 -50V0L34 24', '#fff2dc', 7) +
          circ(0, 0, 7, '#e4603f') +
          [0, 90, 180, 270]
            .map((a) => `<g transform="rotate(${a})">${line(0, -66, 0, -56, '#fff2dc', 5)}</g>`)
            .join(''),
        160,
        960,
        -14,
      ),
    )
    return s.light(0.3)
  },
  'kofi-floor': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#4a6aa8', '#8f9fcc', '#e3c3b0'], 85))
    s.add(
      windowLight(s, 900, 60, 480, 660, { op: 0.55, skew: 12, colour: '#ffe3b8' }),
      planks(s, 0, 740, 1600, 330, '#c48e68', '#7f543f', 4, 'fl'),
      rect(0, 726, 1600, 18, '#f2e6dc'),
      path('M240 880L1180 880L1330 1010L90 1010Z', s.lin(['#e4603f', '#b5412b'])),
      path('M240 880L1180 880L1190 890L230 890Z', '#f6a184'),
    )
    s.add(
      s.soft(680, 962, 360, 22, '#30100c', 0.5, 12),
      `<g transform="translate(680 958) scale(4.9)">${figure(NINETY, { ...KOFI, shoes: '' })}</g>`,
      rect(1230, 830, 150, 96, s.lin(['#7a4f9a', '#53306e']), 'rx="12"'),
      rect(1230, 830, 150, 20, '#9a72b8', 'rx="10"'),
      plant(s, 'monstera', 180, 900, 1.5, '#f2e0c8', '#3f8a5a'),
      rect(1420, 250, 8, 490, '#3a2f44'),
      path('M1370 190H1480L1500 270H1350Z', '#ffe3a8'),
      glow(s, 1424, 250, 240, '#ffdf9e', 0.55),
    )
    return s.light(0.2, 0.8, 0.2)
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  return s.embed(beach(2110), 0, -270, 0.76)
}
