/** Ayu: short dances for rooms, roofs and platforms. */
import { figure, type Dress, type Pose } from '../figure.ts'
import { archPath, archWindow, glow, planks, stars, windowLight } from '../light.ts'
import { plant, put } from '../objects.ts'
import { dim, lift } from '../palette.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f, line, path, rect, smooth, stroke } from '../svg.ts'

export const AYU: Dress = {
  skin: 'pale',
  hair: 'bun',
  hairColour: '#1d1820',
  top: '#e0446e',
  bottom: '#3a2448',
  sleeves: 'none',
}
/** Nine counts, from crouch to leap and down again. */
export const COUNTS: Pose[] = [
  {
    head: [20, -78],
    neck: [12, -62],
    hip: [-14, -26],
    face: 'right',
    tilt: 30,
    armA: [
      [34, -40],
      [52, -12],
    ],
    armB: [
      [30, -52],
      [58, -34],
    ],
    legA: [
      [18, -34],
      [2, -2],
    ],
    legB: [
      [4, -22],
      [-34, -4],
    ],
    toeA: [14, 2],
    toeB: [-46, 2],
  },
  {
    head: [6, -132],
    neck: [2, -114],
    hip: [-8, -60],
    face: 'right',
    tilt: 8,
    armA: [
      [28, -88],
      [54, -104],
    ],
    armB: [
      [-26, -84],
      [-52, -66],
    ],
    legA: [
      [18, -36],
      [4, -2],
    ],
    legB: [
      [-10, -28],
      [-30, -2],
    ],
    toeA: [16, 2],
    toeB: [-42, 2],
  },
  {
    head: [2, -178],
    neck: [0, -158],
    hip: [0, -96],
    face: 'right',
    armA: [
      [30, -160],
      [62, -176],
    ],
    armB: [
      [-30, -156],
      [-64, -160],
    ],
    legA: [
      [6, -50],
      [4, -8],
    ],
    legB: [
      [-24, -66],
      [4, -54],
    ],
    toeA: [5, 3],
    toeB: [14, -48],
  },
  {
    head: [6, -182],
    neck: [2, -163],
    hip: [-2, -100],
    face: 'right',
    tilt: -8,
    armA: [
      [20, -198],
      [8, -228],
    ],
    armB: [
      [-18, -196],
      [-4, -228],
    ],
    legA: [
      [-2, -54],
      [-2, -8],
    ],
    legB: [
      [36, -78],
      [2, -58],
    ],
    toeA: [-1, 4],
    toeB: [8, -52],
  },
  {
    head: [26, -206],
    neck: [18, -190],
    hip: [-6, -136],
    face: 'right',
    tilt: 10,
    armA: [
      [50, -206],
      [84, -222],
    ],
    armB: [
      [-14, -204],
      [-46, -218],
    ],
    legA: [
      [42, -130],
      [86, -116],
    ],
    legB: [
      [-46, -116],
      [-92, -128],
    ],
    toeA: [98, -112],
    toeB: [-104, -132],
  },
  {
    head: [34, -168],
    neck: [22, -154],
    hip: [-8, -104],
    face: 'right',
    tilt: 26,
    armA: [
      [56, -158],
      [90, -170],
    ],
    armB: [
      [0, -172],
      [-30, -190],
    ],
    legA: [
      [-6, -54],
      [-6, -6],
    ],
    legB: [
      [-54, -116],
      [-100, -132],
    ],
    toeA: [4, 3],
    toeB: [-113, -136],
  },
  {
    head: [-14, -180],
    neck: [-6, -162],
    hip: [2, -98],
    face: 'right',
    tilt: -22,
    armA: [
      [16, -194],
      [46, -222],
    ],
    armB: [
      [-34, -186],
      [-64, -212],
    ],
    legA: [
      [2, -52],
      [0, -8],
    ],
    legB: [
      [36, -112],
      [68, -84],
    ],
    toeA: [1, 4],
    toeB: [78, -76],
  },
  {
    head: [-28, -130],
    neck: [-20, -114],
    hip: [0, -62],
    face: 'left',
    tilt: -12,
    armA: [
      [-44, -90],
      [-66, -112],
    ],
    armB: [
      [10, -102],
      [38, -126],
    ],
    legA: [
      [-26, -40],
      [-16, -2],
    ],
    legB: [
      [30, -34],
      [62, -2],
    ],
    toeA: [-30, 3],
    toeB: [75, 2],
  },
  {
    head: [0, -92],
    neck: [0, -74],
    hip: [0, -22],
    face: 'front',
    armA: [
      [26, -46],
      [10, -22],
    ],
    armB: [
      [-26, -46],
      [-10, -22],
    ],
    legA: [
      [38, -24],
      [2, -4],
    ],
    legB: [
      [-38, -24],
      [-2, -4],
    ],
    toeA: [-12, 0],
    toeB: [12, 0],
    tilt: 4,
  },
]
/** The mock's turn: one leg behind, arms wide. */
export const TURN: Pose = {
  head: [-4, -186],
  neck: [0, -167],
  hip: [2, -102],
  face: 'left',
  tilt: -8,
  armA: [
    [28, -190],
    [54, -228],
  ],
  armB: [
    [-30, -188],
    [-58, -224],
  ],
  legA: [
    [0, -54],
    [0, -8],
  ],
  legB: [
    [44, -92],
    [82, -122],
  ],
  toeA: [-1, 4],
  toeB: [95, -132],
}
const SKY = ['#4a3a86', '#b0569a', '#f28b86', '#ffc79a'] as const
export const scarf = (pts: readonly (readonly [number, number])[], w: number, c: string): string =>
  stroke(smooth(pts), c, w, 'opacity=".7"') +
  stroke(smooth(pts.map(([x, y]): [number, number] => [x, y - w * 0.22])), lift(c, 0.6), w * 0.3, 'opacity=".8"')

export const scenes: Record<string, () => Sheet> = {
  'ayu-sun': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#f48fa0', '#fba58e', '#ffc69a', '#ffd9b0']))
    s.add(glow(s, 640, 690, 760, '#fff0c4', 0.7), circ(640, 690, 470, s.lin(['#fff2c8', '#ffcf7e'])))
    s.add(
      path('M0 1330C300 1300 980 1300 1280 1330V1600H0Z', s.lin(['#7a2a72', '#3b1a4a'])),
      ell(640, 1400, 420, 34, '#ffb98a', `opacity=".4" ${s.blur(14)}`),
    )
    s.add(
      scarf(
        [
          [-60, 940],
          [180, 860],
          [380, 940],
          [520, 760],
          [742, 560],
          [900, 420],
          [1120, 470],
          [1340, 360],
        ],
        46,
        '#ffe9dc',
      ),
    )
    s.add(
      `<g transform="translate(640 1380) scale(5)">${figure(TURN, { ...AYU, skin: 'tan', top: '#c22a6e', bottom: '#5a1f4e', hairColour: '#331436', skirt: '#a51f6a' })}</g>`,
    )
    s.add(
      scarf(
        [
          [360, 290],
          [250, 380],
          [310, 520],
          [180, 640],
          [40, 610],
        ],
        40,
        '#fff2e6',
      ),
    )
    s.add(
      ...[
        [200, 300],
        [1080, 260],
        [1010, 980],
        [240, 1120],
        [1150, 720],
      ].map(([x, y], i) => circ(x!, y!, 5 + i, '#fff6e0', 'opacity=".8"')),
    )
    return s.light(0.14)
  },
  'ayu-studio': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#f3dfe0', '#dcb9c4'], 75))
    for (let i = 0; i < 3; i++)
      s.add(
        archWindow(
          s,
          90 + i * 400,
          60,
          320,
          500,
          rect(90 + i * 400, 60, 320, 500, s.lin(['#bfe4f7', '#fff0d4'])) +
            ell(170 + i * 400, 580, 180, 130, '#b4c9a0') +
            ell(380 + i * 400, 600, 150, 110, '#94b08a'),
          '#8a5a68',
          13,
        ),
      )
    s.add(
      rect(1300, 80, 300, 560, s.lin(['#e9f2f4', '#b9cdd4'], 30)),
      path('M1340 80L1460 80L1330 640L1300 640V230Z', '#fff', 'opacity=".4"'),
      rect(1290, 70, 12, 580, '#8a5a68'),
    )
    s.add(planks(s, 0, 640, 1600, 260, '#d9a878', '#a06a48', 5, 'st'), rect(0, 626, 1600, 18, '#f7ecec'))
    for (let i = 0; i < 3; i++)
      s.add(
        path(
          `M${140 + i * 400} 900L${330 + i * 400} 660L${470 + i * 400} 660L${420 + i * 400} 900Z`,
          '#fff6dc',
          `opacity=".34" ${s.blur(8)}`,
        ),
      )
    s.add(
      rect(0, 452, 1600, 13, '#7d4a3a'),
      rect(0, 452, 1600, 4, '#c98d70'),
      ...[140, 560, 980, 1400].map((x) => rect(x, 460, 10, 176, '#6a4048')),
    )
    s.add(
      s.soft(860, 838, 200, 18, '#3a1420', 0.4, 10),
      `<g transform="translate(850 830) scale(2.5)">${figure(COUNTS[5]!, AYU)}</g>`,
    )
    s.add(
      s.soft(330, 820, 110, 14, '#3a1420', 0.35, 8),
      `<g transform="translate(330 812) scale(2.05)">${figure(
        {
          head: [0, -186],
          neck: [0, -166],
          hip: [0, -100],
          face: 'back',
          armA: [
            [36, -160],
            [60, -176],
          ],
          armB: [
            [-34, -152],
            [-62, -170],
          ],
          legA: [
            [8, -52],
            [7, -6],
          ],
          legB: [
            [-44, -84],
            [-92, -118],
          ],
          toeA: [10, 3],
          toeB: [-104, -124],
        },
        { ...AYU, skin: 'brown', hairColour: '#2a1714', top: '#3f8a92', bottom: '#2b3a4e' },
      )}</g>`,
    )
    s.add(
      line(690, 852, 760, 846, '#2f9bd0', 9),
      line(722, 834, 730, 866, '#2f9bd0', 9),
      line(1010, 866, 1080, 858, '#f0b840', 9),
      line(1044, 846, 1050, 880, '#f0b840', 9),
      plant(s, 'rubber', 1510, 860, 1.15, '#c9643f', '#3f7a56'),
    )
    return s.light(0.22)
  },
  'ayu-nine': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#2c1b4a', '#6b2a6e', '#c24f7c', '#f2a07e']))
    s.add(
      path(archPath(130, 60, 1340, 900), s.lin(['#ffd9a0', '#f59a86'])),
      path(
        archPath(130, 60, 1340, 900),
        s.rad(
          [
            [0, '#fff2cc', 0.9],
            [1, '#fff2cc', 0],
          ],
          0.5,
          0.8,
          0.7,
        ),
      ),
    )
    s.add(
      rect(0, 860, 1600, 210, s.lin(['#5a2458', '#331638'])),
      ell(800, 880, 720, 30, '#ffc69a', `opacity=".4" ${s.blur(16)}`),
    )
    COUNTS.forEach((p, i) => {
      const t = i / 8
      const x = 150 + t * 1300
      const y = 900 - (i === 4 ? 20 : 0)
      const o = 0.42 + 0.58 * (1 - Math.abs(i - 4) / 5)
      s.add(
        ell(x, 906, 84, 10, '#220a28', 'opacity=".45"'),
        `<g transform="translate(${f(x)} ${f(y)}) scale(2.6)" opacity="${f(o)}">${figure(p, { ...AYU, top: ['#7a3a9a', '#a33a92', '#c23a7e', '#d84072', '#e0446e', '#d84072', '#c23a7e', '#a33a92', '#7a3a9a'][i]! })}</g>`,
        circ(x, 986, 9, i === 4 ? '#ffbd58' : '#d88aa6', i === 4 ? '' : 'opacity=".6"'),
      )
    })
    s.add(
      stroke(
        smooth(
          COUNTS.map((p, i): [number, number] => [150 + (i / 8) * 1300 + p.head[0] * 2.6, 900 - 60 + p.head[1] * 2.6]),
        ),
        '#fff2dc',
        3,
        'opacity=".55" stroke-dasharray="2 14"',
      ),
    )
    return s.light(0.14)
  },
  'ayu-shoes': () => {
    const s = new Sheet(1400, 1400)
    s.add(
      planks(s, 0, 0, 1400, 1400, '#dcae82', '#9a6a4a', 7, 'shoe'),
      `<g opacity=".95">${windowLight(s, 420, -80, 640, 1180, { skew: -18, op: 0.5 })}</g>`,
    )
    s.add(
      `<g transform="rotate(18 320 1120)">${rect(90, 1100, 460, 44, '#2f9bd0')}${rect(298, 890, 44, 460, '#42b1e8')}${rect(90, 1100, 460, 10, '#fff', 'opacity=".25"')}</g>`,
      stroke(
        'M930 1240C1050 1180 1160 1250 1290 1160M960 1290C1060 1240 1180 1300 1300 1220',
        '#fffaf0',
        9,
        'opacity=".6" stroke-dasharray="60 12"',
      ),
    )
    const shoe = (flip: number): string =>
      `<g transform="scale(${flip} 1)">${path('M-70 -250C-110 -120 -120 60 -96 180C-80 260 80 260 96 170C120 60 90 -120 62 -250C40 -310 -48 -310 -70 -250Z', '#20100c', `opacity=".4" transform="translate(26 30)" ${s.blur(12)}`)}${path('M-70 -250C-110 -120 -120 60 -96 180C-80 260 80 260 96 170C120 60 90 -120 62 -250C40 -310 -48 -310 -70 -250Z', s.lin(['#f7c6c8', '#e58f9c'], 40))}${path('M-44 -226C-76 -110 -78 0 -58 60C-40 100 40 100 58 56C78 -10 66 -120 40 -226C24 -260 -30 -260 -44 -226Z', s.lin(['#a85a6e', '#d48a94'], 80))}${path('M-40 -214C-60 -120 -64 -20 -48 40C-36 66 36 66 48 36C62 -20 54 -120 34 -214Z', '#f3dfd4')}${path('M-48 40C-36 66 36 66 48 36L40 6C20 22 -20 22 -42 8Z', '#d4b9ac', 'opacity=".6"')}${stroke('M-84 120C-40 160 40 160 86 116M-90 60L-64 44M92 56L64 40', '#c46a7c', 5, 'opacity=".6"')}${path('M-88 190C-60 250 60 250 88 184C60 212 -60 212 -88 190Z', '#f6efe6')}${stroke('M-70 -60C-20 -10 20 -10 68 -66', '#d97a8c', 22)}${stroke('M-58 60L-10 78L-4 92L4 92L10 78L58 56', '#c46a7c', 4)}</g>`
    s.add(
      `<g transform="translate(500 620) rotate(-16) scale(1.3)">${shoe(1)}</g>`,
      `<g transform="translate(900 680) rotate(24) scale(1.3)">${shoe(-1)}</g>`,
      stroke('M410 460C260 380 180 520 240 640C280 720 160 800 90 760', '#ef9fae', 17),
      stroke('M990 520C1120 400 1240 420 1250 560C1260 660 1360 660 1420 600', '#ef9fae', 17),
      stroke('M560 380C640 260 760 300 720 420C700 480 780 520 830 470', '#ef9fae', 17),
    )
    s.add(
      circ(1170, 240, 130, '#20100c', `opacity=".35" ${s.blur(12)}`),
      circ(1160, 220, 124, s.lin(['#fbf3e6', '#d3c2aa'], 45)),
      circ(1160, 220, 66, '#b98d66'),
      circ(1160, 220, 50, '#7d4f31'),
      stroke('M1036 230C1030 330 1120 360 1220 352', '#f3e8d8', 40),
      put(1228, 340, 4, rect(0, -2, 60, 40, '#f3e8d8')),
    )
    return s.light(0.3)
  },
  'ayu-roof': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin([...SKY]))
    s.add(stars(1600, 260, 60, 'roof'), glow(s, 1150, 600, 480, '#ffe3b0', 0.8), circ(1150, 610, 92, '#fff0cf'))
    const r = rng('roof')
    for (const [y, c, n] of [
      [640, '#a86a9a', 17],
      [720, '#7a4f8e', 13],
      [800, '#563a76', 11],
    ] as const)
      for (let i = 0; i < n; i++) {
        const w = r.range(70, 140)
        const x = (i / n) * 1640 - 30 + r.range(-20, 20)
        const h = r.range(60, 230)
        s.add(rect(x, y - h, w, 1067 - y + h, c))
        for (let q = 0; q < 7; q++)
          if (r.next() < 0.5)
            s.add(
              rect(
                x + 12 + (q % 3) * (w / 3.4),
                y - h + 20 + Math.floor(q / 3) * 40,
                12,
                16,
                '#ffdf9a',
                `opacity="${f(r.range(0.4, 0.9))}"`,
              ),
            )
        if (r.next() < 0.4)
          s.add(
            rect(x + w * 0.3, y - h - 46, 44, 34, dim(c, 0.2), 'rx="4"'),
            path(`M${f(x + w * 0.3 - 4)} ${f(y - h - 46)}h52l-26 -22Z`, dim(c, 0.3)),
            line(x + w * 0.3 + 6, y - h - 14, x + w * 0.3 + 6, y - h, dim(c, 0.3), 4),
            line(x + w * 0.3 + 38, y - h - 14, x + w * 0.3 + 38, y - h, dim(c, 0.3), 4),
          )
      }
    s.add(
      rect(0, 880, 1600, 190, s.lin(['#4a3060', '#2b1b40'])),
      rect(0, 868, 1600, 18, '#6d4a7e'),
      rect(0, 868, 1600, 5, '#f2a58a'),
    )
    s.add(
      rect(60, 470, 14, 420, '#3a2448'),
      rect(1530, 430, 14, 460, '#3a2448'),
      stroke('M66 490C500 590 1100 580 1536 450', '#fff2dc', 4, 'opacity=".75"'),
    )
    const cl = (x: number, y: number, w: number, h: number, c: string, t: number): string =>
      `<g transform="translate(${x} ${y}) rotate(${t})">${path(`M0 0L${w} 0C${w + 14} ${h * 0.4} ${w - 16} ${h * 0.7} ${w + 4} ${h}C${w * 0.7} ${h - 14} ${w * 0.35} ${h + 10} -4 ${h}C14 ${h * 0.6} -12 ${h * 0.3} 0 0Z`, c)}${path(`M${w * 0.6} 0L${w} 0C${w + 14} ${h * 0.4} ${w - 16} ${h * 0.7} ${w + 4} ${h}L${w * 0.66} ${h - 8}C${w * 0.5} ${h * 0.5} ${w * 0.7} ${h * 0.3} ${w * 0.6} 0Z`, dim(c, 0.3), 'opacity=".5"')}${rect(6, -10, 8, 22, '#e9cfa4')}${rect(w - 14, -10, 8, 22, '#e9cfa4')}</g>`
    s.add(
      cl(150, 514, 170, 210, '#fff2e4', 6),
      cl(350, 540, 120, 150, '#58b4c8', 4),
      cl(1080, 548, 150, 190, '#f5b544', -5),
      cl(1270, 520, 190, 150, '#fff2e4', -8),
    )
    s.add(
      scarf(
        [
          [612, 420],
          [540, 380],
          [470, 430],
          [400, 380],
          [330, 400],
        ],
        20,
        '#ffdfe4',
      ),
      s.soft(720, 976, 160, 14, '#170a24', 0.5, 8),
      `<g transform="translate(720 972) scale(2.5)">${figure(COUNTS[6]!, { ...AYU, top: '#f04e78', bottom: '#2b1b40' })}</g>`,
    )
    s.add(
      rect(1350, 780, 120, 100, '#37234c'),
      ...[0, 1, 2, 3, 4].map((i) => line(1362, 798 + i * 18, 1458, 798 + i * 18, '#563a76', 6)),
      plant(s, 'snake', 170, 900, 0.9, '#c9643f', '#3f7a66'),
    )
    return s.light(0.14, 0.7, 0.5)
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  s.fill(s.lin(['#f48fa0', '#fba58e', '#ffcf9f']))
  s.add(
    circ(1050, 300, 240, s.lin(['#fff2c8', '#ffcf7e'])),
    path('M0 440C400 424 1200 424 1600 440V520H0Z', s.lin(['#7a2a72', '#3b1a4a'])),
    scarf(
      [
        [-40, 190],
        [200, 130],
        [420, 220],
        [640, 150],
        [860, 190],
        [1046, 88],
      ],
      24,
      '#ffe9dc',
    ),
  )
  for (const [i, x] of [150, 330, 520, 740].entries())
    s.add(
      `<g transform="translate(${x} 452) scale(1.5)" opacity="${f(0.3 + i * 0.16)}">${figure(COUNTS[[0, 1, 3, 4][i]!]!, { ...AYU, top: '#a51f6a', bottom: '#5a1f4e', hairColour: '#331436' })}</g>`,
    )
  s.add(
    `<g transform="translate(1050 456) scale(1.62)">${figure(TURN, { ...AYU, skin: 'tan', top: '#c22a6e', bottom: '#5a1f4e', hairColour: '#331436', skirt: '#a51f6a' })}</g>`,
  )
  return s.light(0.14)
}
