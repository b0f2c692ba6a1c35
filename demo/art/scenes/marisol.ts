/** Marisol: a small guitar, a tape machine, a harbour. */
import { arm } from '../hand.ts'
import { archWindow, glitter, glow, stars, windowLight } from '../light.ts'
import { creators } from '../looks.ts'
import { books, mug, plant, put, steam, vessel } from '../objects.ts'
import { dim, lift } from '../palette.ts'
import { bust } from '../person.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f, g, line, path, rect, ridge, smooth, stroke } from '../svg.ts'

/** A guitar along +x (neck to the right), body centre at 0,0; about 620 long. */
export function guitar(s: Sheet, wood = '#d98a4a'): string {
  const body =
    'M-190 0C-190 -92 -120 -112 -62 -96C-26 -86 -6 -66 26 -72C78 -84 118 -48 118 0C118 48 78 84 26 72C-6 66 -26 86 -62 96C-120 112 -190 92 -190 0Z'
  return [
    path(body, dim(wood, 0.45), 'transform="translate(5 9)"'),
    path(body, s.lin([lift(wood, 0.3), wood, dim(wood, 0.25)], 60)),
    stroke(body, lift(wood, 0.55), 4, 'opacity=".8"'),
    circ(24, 0, 41, dim(wood, 0.4)),
    circ(24, 0, 34, '#2f1712'),
    circ(24, 0, 37, 'none', `stroke="${lift(wood, 0.6)}" stroke-width="2.5"`),
    rect(-128, -34, 15, 68, '#4a281b', 'rx="4"'),
    path('M60 -15L420 -12L420 12L60 15Z', '#4a281b'),
    path('M60 2L420 0L420 12L60 15Z', '#2f1712', 'opacity=".6"'),
    ...[96, 132, 166, 198, 229, 258, 286, 312, 337, 361, 384, 405].map((x) => line(x, -13, x, 13, '#e5c79a', 1.8)),
    ...[166, 229, 286, 361].map((x) => circ(x + 14, 0, 3, '#f3e3c4')),
    path('M418 -13L440 -19L500 -17L504 17L440 19L418 13Z', '#5d3423'),
    ...[446, 466, 486].flatMap((x) => [
      rect(x, -31, 9, 13, '#d8d0c0', 'rx="3"'),
      rect(x, 18, 9, 13, '#b8b0a0', 'rx="3"'),
    ]),
    ...[-10, -6, -2, 2, 6, 10].map((y) => line(-122, y * 1.25, 440, y * 0.85, '#fdf2d8', 1.1, 'opacity=".85"')),
  ].join('')
}
const lights = (x0: number, x1: number, y: number, sag: number, n: number, s: Sheet): string => {
  const at = (t: number): [number, number] => [x0 + (x1 - x0) * t, y + sag * 4 * t * (1 - t)]
  return (
    stroke(smooth(Array.from({ length: n + 1 }, (_, i) => at(i / n))), '#2a161c', 4) +
    Array.from({ length: n }, (_, i) => {
      const [x, yy] = at((i + 0.5) / n)
      return glow(s, x, yy + 16, 48, '#ffd58a', 0.7) + circ(x, yy + 16, 9, '#fff0c8')
    }).join('')
  )
}
const dusk = (s: Sheet, x: number, y: number, w: number, h: number): string =>
  rect(x, y, w, h, s.lin(['#2f2a6b', '#8a4f94', '#f08a6a', '#ffc488'])) +
  circ(x + w * 0.68, y + h * 0.42, w * 0.075, '#ffeccb') +
  ell(x + w * 0.2, y + h * 1.02, w * 0.5, h * 0.26, '#3b3566') +
  ell(x + w * 0.85, y + h * 1.04, w * 0.5, h * 0.2, '#2d2a55') +
  Array.from({ length: 26 }, (_, i) =>
    circ(x + ((i * 73) % 100) * w * 0.01, y + h * (0.84 + ((i * 37) % 15) * 0.01), 2.6, '#ffdf9a', 'opacity=".85"'),
  ).join('')

/** The reel-to-reel machine; `turn` in degrees. Rendered 1100 x 700 at 0,0. */
export function tapeMachine(s: Sheet, turn: number, level: number): string {
  const reel = (x: number, fill: number): string =>
    circ(x + 8, 250, 208, '#1a1214', 'opacity=".4"') +
    circ(x, 240, 208, s.lin(['#e9ecec', '#9aa6ac'], 50)) +
    circ(x, 240, 200, '#c7d0d2') +
    circ(x, 240, fill, s.lin(['#6b4432', '#3a221a'], 40)) +
    [0.3, 0.55, 0.8]
      .map((k) => circ(x, 240, fill * (0.35 + k * 0.6), 'none', 'stroke="#9a6a50" stroke-width="1.6" opacity=".5"'))
      .join('') +
    `<g transform="translate(${x} 240) rotate(${f(turn)})">${[0, 120, 240].map((a) => `<g transform="rotate(${a})">${path('M-30 -70C-64 -110 -74 -150 -62 -182C-24 -196 24 -196 62 -182C74 -150 64 -110 30 -70C12 -78 -12 -78 -30 -70Z', '#dfe6e6', 'opacity=".34"') + path('M62 -60L112 -152A190 190 0 0 1 176 -66L86 -22Z', '#f3f6f4', 'opacity=".16"')}</g>`).join('')}${circ(0, 0, 62, '#d9dfdf')}${circ(0, 0, 50, '#eef1ef')}${[0, 120, 240].map((a) => `<g transform="rotate(${a})">${rect(-7, -46, 14, 30, '#5a646a', 'rx="6"')}</g>`).join('')}${circ(0, 0, 14, '#5a646a')}</g>`
  const meter = (x: number, v: number): string =>
    rect(x, 552, 190, 108, '#fdf0cf', 'rx="12"') +
    rect(
      x,
      552,
      190,
      108,
      s.rad(
        [
          [0, '#ffd27a', 0.75],
          [1, '#ffd27a', 0],
        ],
        0.5,
        1,
        0.9,
      ),
      'rx="12"',
    ) +
    stroke(`M${x + 26} 620A90 90 0 0 1 ${x + 130} 590`, '#4a3a2a', 4) +
    stroke(`M${x + 130} 590A90 90 0 0 1 ${x + 166} 618`, '#c8402f', 7) +
    `<g transform="rotate(${f(-48 + v * 88)} ${x + 95} 664)">${line(x + 95, 660, x + 95, 582, '#2a1c16', 4)}</g>`
  return [
    rect(0, 0, 1100, 700, s.lin(['#7a4a30', '#4f2d20'], 70), 'rx="30"'),
    rect(22, 22, 1056, 656, s.lin(['#3d4650', '#23282f'], 75), 'rx="18"'),
    rect(22, 22, 1056, 8, '#7b8791', 'rx="4" opacity=".7"'),
    reel(270, 178),
    reel(830, 118),
    stroke('M96 300C130 430 230 470 300 490L430 506M660 506L760 488C850 470 920 400 930 310', '#6b4432', 7),
    rect(430, 464, 240, 74, s.lin(['#aab4ba', '#5f6a72']), 'rx="12"'),
    ...[470, 550, 630].map((x) => rect(x - 16, 476, 32, 48, '#2a3037', 'rx="5"')),
    circ(330, 500, 18, '#dfe6e6'),
    circ(740, 500, 18, '#dfe6e6'),
    circ(330, 500, 6, '#4a545b'),
    circ(740, 500, 6, '#4a545b'),
    meter(300, level),
    meter(610, Math.min(1, level * 0.85 + 0.08)),
    ...[100, 190].map(
      (x) =>
        circ(x, 606, 34, '#171b20') +
        circ(x, 602, 30, s.lin(['#646f78', '#2a3138'], 50)) +
        `<g transform="rotate(${x} ${x} 602)">${line(x, 602, x, 580, '#ffbd58', 4)}</g>`,
    ),
    ...[850, 906, 962, 1018].map(
      (x, i) =>
        rect(x, 578, 44, 58, i === 2 ? '#da4b3a' : '#d8dcd8', 'rx="8"') +
        rect(x, 622, 44, 14, '#00000', 'opacity=".22" rx="7"'),
    ),
  ].join('')
}
function room(s: Sheet): void {
  s.fill(s.lin(['#3a2236', '#5b3242', '#41242f'], 60))
}
export const scenes: Record<string, () => Sheet> = {
  'marisol-room': () => {
    const s = new Sheet(1600, 900)
    room(s)
    s.add(glow(s, 1420, 320, 620, '#ffcf7d', 0.6))
    s.add(archWindow(s, 600, 60, 600, 560, dusk(s, 600, 60, 600, 560), '#2a1722', 20))
    s.add(
      lights(-40, 620, 60, 70, 9, s),
      rect(90, 428, 330, 16, '#8a5238'),
      books(110, 428, 1.1, 'm'),
      vessel(s, 'vase', 372, 428, 92, '#2f8fc0', { shadow: 0 }),
    )
    s.add(
      rect(1404, 380, 12, 440, '#2a161c'),
      path('M1330 260H1490L1530 390H1290Z', s.lin(['#fff1cc', '#ffd48a'])),
      plant(s, 'palm', 1290, 900, 1.5, '#c9643f', '#2f7d52'),
      plant(s, 'snake', 150, 900, 1.5, '#8a4a35', '#2f6f56'),
    )
    s.add(
      `<g transform="translate(800 372) scale(3.3)">${bust(s, creators.marisol!, { eyes: 'closed', mouth: 'sing' })}</g>`,
    )
    s.add(
      arm({
        a: [1030, 690],
        b: [1076, 890],
        c: [1160, 740],
        r: 62,
        sleeve: '#eeb23a',
        shade: '#a86e1c',
        skin: 'tan',
        kind: 'cup',
        turn: -66,
        k: 1.1,
        rolled: 0.5,
      }),
    )
    s.add(
      s.soft(800, 830, 380, 90, '#2a1018', 0.35, 30),
      `<g transform="translate(760 760) rotate(-14) scale(1.42)">${guitar(s)}</g>`,
    )
    s.add(
      ...[0, 1, 2, 3].map(
        (i) =>
          stroke(`M${1166 + i * 21} ${640 - i * 7}q9 14 8 34`, '#a87146', 19) +
          stroke(`M${1166 + i * 21} ${640 - i * 7}q9 14 8 34`, '#cf9765', 16),
      ),
    )
    s.add(
      arm({
        a: [580, 680],
        b: [500, 850],
        c: [700, 770],
        r: 64,
        sleeve: '#f3bd4a',
        shade: '#a86e1c',
        skin: 'tan',
        kind: 'rest',
        turn: -14,
        k: 1.2,
        rolled: 0.5,
      }),
    )
    s.add(
      put(
        470,
        540,
        8,
        rect(-190, -4, 260, 9, '#1a1218') +
          `<g transform="rotate(-14 80 0)">${rect(66, -34, 96, 60, '#23303c', 'rx="16"') + rect(140, -40, 84, 72, s.lin(['#aebbc4', '#6d7a86']), 'rx="32"') + [0, 14, 28].map((k) => line(150 + k * 1.6, -36, 150 + k * 1.6, 28, '#55616c', 3)).join('') + rect(128, -36, 12, 64, '#42b1e8', 'rx="4"')}</g>`,
      ),
    )
    return s.light(0.2, 0.86, 0.3, '#ffcf7d')
  },
  'marisol-tape': () => {
    const s = new Sheet(1600, 1067)
    room(s)
    s.add(
      windowLight(s, 180, -160, 620, 760, { colour: '#ff9f7a', op: 0.28 }),
      rect(0, 860, 1600, 210, s.lin(['#7d4a34', '#472722'])),
      rect(0, 854, 1600, 10, '#a8694a'),
    )
    s.add(
      s.soft(820, 900, 640, 60, '#120608', 0.6, 30),
      `<g transform="translate(220 160) scale(1.02)">${tapeMachine(s, 24, 0.55)}</g>`,
    )
    s.add(
      stroke(
        'M1254 672C1330 690 1420 560 1468 420C1500 330 1420 300 1400 400C1370 560 1320 700 1254 688',
        '#8a5a44',
        8,
      ),
      put(
        1450,
        880,
        -86,
        rect(-10, -14, 540, 28, '#e9b23a', 'rx="3"') +
          rect(-10, 4, 540, 10, '#a8741c') +
          path('M530 -14L580 0L530 14Z', '#e9cfa4') +
          path('M562 -5L582 0L562 5Z', '#2a1c16') +
          rect(-30, -14, 26, 28, '#e07a7a', 'rx="4"'),
      ),
    )
    s.add(mug(s, 120, 980, 130, '#e4603f'), steam(s, 120, 850, 130))
    return s.light(0.3, 0.1, 0.1, '#ffcfa0')
  },
  'marisol-guitar': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#e9b48c', '#c9775f'], 75))
    s.add(windowLight(s, 300, 120, 760, 1050, { colour: '#ffe6b8', op: 0.85, skew: -10 }))
    s.add(rect(0, 1290, 1280, 310, s.lin(['#8a4f3c', '#562c2a'])), rect(0, 1276, 1280, 18, '#f0c9a6', 'opacity=".55"'))
    s.add(s.soft(800, 1470, 420, 50, '#2a0f12', 0.5, 26))
    const leg = (x: number, y: number, x2: number, y2: number, c: string): string => line(x, y, x2, y2, c, 26)
    s.add(
      leg(880, 980, 930, 1440, '#4a2a22'),
      leg(1120, 980, 1150, 1400, '#3d221d'),
      path('M700 960L1140 940L1170 1000L690 1024Z', '#c98a5a'),
      path('M690 1024L1170 1000L1170 1030L690 1056Z', '#7d4a34'),
      leg(720, 1040, 690, 1490, '#5d3529'),
      leg(1060, 1030, 1090, 1470, '#5d3529'),
      leg(900, 950, 870, 520, '#5d3529'),
      leg(1120, 940, 1110, 500, '#5d3529'),
      path('M850 520C930 480 1050 470 1130 500L1130 580C1050 552 930 562 856 600Z', '#8a5238'),
      path('M862 690C940 660 1050 654 1122 672L1122 710C1050 696 940 702 866 728Z', '#8a5238'),
    )
    s.add(`<g transform="translate(482 1210) rotate(-78) scale(2.02)">${guitar(s, '#e0954f')}</g>`)
    s.add(
      path(
        'M760 960C840 930 1000 930 1090 950C1110 1010 1080 1100 1040 1150C1000 1100 960 1130 930 1160C900 1110 860 1090 820 1130C780 1080 760 1010 760 960Z',
        s.lin(['#f3c04a', '#c9862a'], 70),
      ),
      stroke(
        'M820 960C830 1010 826 1070 820 1110M930 950C936 1010 932 1080 930 1130M1030 952C1040 1010 1040 1070 1038 1120',
        '#9a6420',
        5,
        'opacity=".5"',
      ),
    )
    s.add(
      vessel(s, 'jug', 1140, 1540, 170, '#2f8fc0'),
      put(
        1140,
        1390,
        -100,
        stroke('M0 0C60 -10 120 10 200 -6', '#5a6a3a', 6) +
          circ(204, -6, 24, '#f6efe0') +
          circ(204, -6, 9, '#e3ad3f') +
          circ(150, 24, 20, '#f6efe0') +
          circ(150, 24, 8, '#e3ad3f'),
      ),
    )
    return s.light(0.26)
  },
  'marisol-harbour': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#2b2a66', '#6d4690', '#d9728a', '#ffb27d', '#ffd49a']))
    s.add(stars(1600, 300, 90, 'hb'), glow(s, 1090, 470, 420, '#ffe0a6', 0.8), circ(1090, 470, 66, '#fff0cf'))
    const r = rng('houses')
    const hill = (y: number, amp: number, seed: string, c: string, n: number, on: number): void => {
      s.add(path(ridge(1600, 640, y, amp, seed, 0.3, 80), c))
      for (let i = 0; i < n; i++) {
        const x = i * (1600 / n) + r.range(-14, 14)
        const yy = r.range(y + amp * 0.5, 610)
        if (x > 860 && yy < 560 && seed === 'h2') continue
        const w = r.range(26, 46)
        const h = r.range(26, 60)
        const hc = r.pick(['#c4566a', '#7a4f9a', '#e08a5a', '#4a6aa8', '#d9a35a', '#4f8a8a'])
        s.add(
          rect(x, yy - h, w, h, dim(hc, 0.36)),
          path(
            `M${f(x - 4)} ${f(yy - h)}L${f(x + w / 2)} ${f(yy - h - 14)}L${f(x + w + 4)} ${f(yy - h)}Z`,
            dim(hc, 0.55),
          ),
          r.next() < on
            ? rect(x + 7, yy - h + 9, 9, 11, '#ffdf96') + rect(x + w - 17, yy - h + 9, 9, 11, '#ffdf96', 'opacity=".7"')
            : '',
        )
      }
    }
    hill(350, 70, 'h1', '#5a3f7e', 34, 0.6)
    hill(460, 60, 'h3', '#43306a', 36, 0.75)
    s.add(
      rect(0, 600, 1600, 300, s.lin(['#c46a86', '#5d3f7e', '#2a2450'])),
      glitter(1090, 612, 300, 270, 'hg', '#ffe3b0'),
    )
    const crane = (x: number, k: number): string =>
      `<g transform="translate(${x} 612) scale(${k})">${stroke('M0 0L20 -260M90 0L70 -260M10 -120L80 -120M14 -180L76 -180M0 0L80 -120M90 0L10 -120', '#231a3a', 9) + stroke('M-150 -300L320 -250M45 -400L45 -260M45 -400L320 -250M45 -400L-150 -300', '#231a3a', 8) + rect(10, -292, 74, 44, '#231a3a') + line(240, -256, 240, -150, '#231a3a', 4) + rect(214, -150, 52, 32, '#e4603f')}</g>`
    s.add(crane(150, 1.02), crane(430, 0.72))
    s.add(
      rect(0, 596, 640, 22, '#1d1634'),
      path('M620 640L1010 640L960 720L690 720Z', '#2a2348'),
      path('M620 640L1010 640L1000 656L628 656Z', '#e4603f'),
      rect(700, 560, 190, 80, '#efe3d2'),
      rect(
        700,
        560,
        190,
        80,
        s.lin(
          [
            [0, '#fff', 0],
            [1, '#5d3f7e', 0.6],
          ],
          0,
        ),
      ),
      ...[724, 772, 820].map((x) => rect(x, 584, 28, 22, '#ffdf96')),
      rect(780, 500, 34, 62, '#d9563f'),
      rect(780, 512, 34, 14, '#fff2dc'),
      line(910, 640, 910, 520, '#2a2348', 6),
      stroke('M910 520L1004 640M910 520L700 560', '#2a2348', 2.5),
    )
    const boat = (x: number, y: number, k: number, c: string): string =>
      `<g transform="translate(${x} ${y}) scale(${k})">${path('M-90 0L90 0C80 34 50 44 0 44C-50 44 -80 34 -90 0Z', c)}${path('M-90 0L90 0L86 12L-86 12Z', lift(c, 0.4))}${rect(-8, -120, 7, 120, '#2a1c2a')}${path('M0 -116L0 -12L70 -12Z', '#f6e3cc')}${path('M-12 -100L-12 -12L-58 -12Z', '#e9b88f')}${ell(0, 54, 96, 8, '#1d1634', 'opacity=".4"')}</g>`
    s.add(boat(1330, 720, 1.05, '#2f7f9a'), boat(1180, 790, 1.3, '#b8413a'), boat(320, 800, 1.2, '#3a6a5a'))
    return s.light(0.16, 0.66, 0.5, '#ffe0a6')
  },
  'marisol-notebook': () => {
    const s = new Sheet(1400, 1400)
    s.fill(s.lin(['#8a5238', '#5d3226'], 60))
    for (let i = 0; i < 8; i++) s.add(line(0, 90 + i * 190, 1400, 70 + i * 192, '#3d1f1a', 4, 'opacity=".4"'))
    s.add(`<g opacity=".7">${windowLight(s, 600, -60, 700, 1100, { colour: '#ffc48a', op: 0.45 })}</g>`)
    s.add(rect(258, 252, 900, 960, '#1f0d0c', `rx="16" opacity=".5" transform="rotate(-6 700 700)" ${s.blur(22)}`))
    const page: string[] = [
      rect(
        240,
        230,
        900,
        950,
        s.lin(
          [
            [0, '#e9dcc4'],
            [0.49, '#fbf3e2'],
            [0.5, '#d9c8ac'],
            [0.53, '#fdf6e8'],
            [1, '#f1e5cf'],
          ],
          0,
        ),
        'rx="14"',
      ),
    ]
    for (let i = 0; i < 15; i++)
      page.push(
        line(280, 330 + i * 54, 670, 330 + i * 54, '#9fb9c4', 2, 'opacity=".55"'),
        line(724, 330 + i * 54, 1105, 330 + i * 54, '#9fb9c4', 2, 'opacity=".55"'),
      )
    const r = rng('words')
    for (let i = 0; i < 12; i++) {
      let x = 290
      const end = r.range(480, 650)
      const y = 320 + i * 54
      if (i === 4 || i === 9) continue
      while (x < end) {
        const w = r.range(24, 66)
        page.push(
          stroke(
            `M${f(x)} ${y}q${f(w * 0.15)} -16 ${f(w * 0.3)} 0t${f(w * 0.25)} -2t${f(w * 0.25)} 2t${f(w * 0.2)} -3`,
            '#2c3a5a',
            4.4,
          ),
        )
        x += w + 14
      }
      if (i === 2 || i === 7) page.push(line(284, y - 8, end + 6, y - 4, '#c4402f', 5))
    }
    for (const [i, [cx, cy]] of (
      [
        [780, 330],
        [980, 330],
        [780, 580],
      ] as const
    ).entries()) {
      for (let q = 0; q < 6; q++) page.push(line(cx + q * 22, cy, cx + q * 22, cy + 140, '#3a2a22', 3))
      for (let q = 0; q < 5; q++) page.push(line(cx, cy + q * 35, cx + 110, cy + q * 35, '#3a2a22', q ? 2.4 : 6))
      for (const [a, b] of [
        [
          [1, 1],
          [3, 2],
          [4, 2],
        ],
        [
          [0, 2],
          [2, 1],
          [5, 3],
        ],
        [
          [2, 2],
          [3, 2],
          [4, 3],
        ],
      ][i]!)
        page.push(circ(cx + a! * 22, cy + b! * 35 - 17, 9, '#c4402f'))
    }
    page.push(
      stroke('M960 640C1010 590 1080 600 1090 650C1096 690 1040 720 1000 700C960 680 980 630 1030 640', '#2f7f9a', 5),
      stroke('M760 830q40 -40 80 0t80 0t80 0t80 0', '#2f7f9a', 6),
      stroke('M760 880q40 -40 80 0t80 0t80 0t80 0', '#2f7f9a', 5, 'opacity=".6"'),
      path('M880 800L960 800L946 826L894 826Z', '#c4402f'),
      line(918, 800, 918, 742, '#3a2a22', 4),
      path('M922 744L922 792L962 792Z', '#e3ad3f'),
    )
    s.add(g(page, 'transform="rotate(-6 700 700)"'))
    s.add(
      circ(1204, 252, 172, '#1f0d0c', `opacity=".45" ${s.blur(18)}`),
      circ(1190, 230, 160, '#f2e6d4'),
      circ(1190, 230, 158, 'none', 'stroke="#d5c1a4" stroke-width="5"'),
      circ(1190, 230, 112, '#e4603f'),
      circ(1190, 230, 98, s.lin(['#4a2418', '#7a4128'], 50)),
      stroke('M1130 200A70 70 0 0 1 1190 158', '#fff', 7, 'opacity=".4"'),
    )
    s.add(
      path(
        'M96 1040C120 980 220 960 250 1010C270 1060 210 1130 150 1150C110 1130 84 1090 96 1040Z',
        '#2a130f',
        `opacity=".5" ${s.blur(10)}`,
      ),
      path(
        'M90 1020C120 960 214 946 242 996C262 1046 200 1116 140 1132C104 1110 78 1070 90 1020Z',
        s.lin(['#f28b66', '#b5412b'], 50),
      ),
      stroke('M120 1020C140 990 180 980 206 994', '#fff', 6, 'opacity=".4"'),
    )
    s.add(s.soft(930, 1180, 260, 60, '#1f0d0c', 0.45, 24))
    s.add(
      put(
        820,
        1010,
        38,
        rect(40, -13, 460, 26, '#3a6aa8') +
          rect(40, 2, 460, 11, '#27497a') +
          path('M40 -13L0 0L40 13Z', '#ecd3a8') +
          path('M14 -4.6L0 0L14 4.6Z', '#2a1c16'),
      ),
    )
    s.add(
      arm({
        a: [1500, 1560],
        b: [1340, 1400],
        c: [1080, 1190],
        r: 110,
        sleeve: '#eeb23a',
        shade: '#a86e1c',
        skin: 'tan',
        kind: 'pinch',
        turn: 212,
        k: 2.35,
        flip: true,
        rolled: 0.5,
      }),
    )
    return s.light(0.3)
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  s.embed(scenes['marisol-harbour']!(), 0, -320, 1)
  return s
}
