/** Lulu: old records, new drums. */
import { arm } from '../hand.ts'
import { archPath, glow, planks } from '../light.ts'
import { creators } from '../looks.ts'
import { mug, put } from '../objects.ts'
import { dim, lift } from '../palette.ts'
import { bust } from '../person.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f, g, line, path, rect, stroke } from '../svg.ts'

/** A record; `turn` in degrees. Shine stays, label turns. */
export function record(s: Sheet, x: number, y: number, r: number, turn: number, label = '#f5b544'): string {
  const shine = (a: number, o: number): string =>
    `<g transform="translate(${x} ${y}) rotate(${a})">${path(`M0 0L${f(r * 0.97)} ${f(-r * 0.2)}A${f(r)} ${f(r)} 0 0 1 ${f(r * 0.97)} ${f(r * 0.2)}Z`, '#8fb0e8', `opacity="${o}"`)}${path(`M0 0L${f(r * 0.99)} ${f(-r * 0.08)}A${f(r)} ${f(r)} 0 0 1 ${f(r * 0.99)} ${f(r * 0.08)}Z`, '#fff', `opacity="${o}"`)}</g>`
  return [
    circ(x, y, r, '#17131c'),
    ...Array.from({ length: 16 }, (_, i) =>
      circ(
        x,
        y,
        r * (0.42 + i * 0.035),
        'none',
        `stroke="${i % 4 === 3 ? '#0a080d' : '#332c3c'}" stroke-width="${f(r * (i % 4 === 3 ? 0.012 : 0.006))}"`,
      ),
    ),
    shine(-38, 0.16),
    shine(142, 0.14),
    shine(30, 0.06),
    circ(x, y, r * 0.36, '#0f0c12'),
    `<g transform="translate(${x} ${y}) rotate(${f(turn)})">${circ(0, 0, r * 0.335, s.lin([lift(label, 0.3), label, dim(label, 0.2)], 50))}<g transform="scale(${f(r / 400)})">${path(archPath(-70, -74, 140, 70), '#4a2314')}${[36, 72, 108, 144].map((a) => line(0, -4, -Math.cos((a * Math.PI) / 180) * 70, -4 - Math.sin((a * Math.PI) / 180) * 70, label, 7)).join('')}${path('M-24 -4A24 24 0 0 1 24 -4Z', label)}${stroke('M-60 40H60M-44 62H44M-26 84H26', '#4a2314', 6)}</g></g>`,
    circ(x, y, r * 0.03, '#fff4e0'),
  ].join('')
}
export const tonearm = (x: number, y: number, k: number, a: number): string =>
  `<g transform="translate(${x} ${y}) scale(${k}) rotate(${f(a)})">${stroke('M0 0C10 120 10 220 -40 330L-96 420', '#241a26', 22, 'opacity=".3" transform="translate(12 14)"')}${stroke('M0 -70L0 0C10 120 10 220 -40 330L-88 408', '#eef0ee', 17)}${stroke('M5 0C15 120 14 220 -34 330', '#aab2b8', 5)}${rect(-20, -110, 40, 52, '#c9cfd2', 'rx="8"')}${circ(0, 0, 62, '#f1eee8')}${circ(0, 0, 40, '#d5d0ca')}${circ(0, 0, 20, '#f7f5f0')}${`<g transform="translate(-92 414) rotate(36)">${rect(-22, -8, 44, 86, '#e9e4dc', 'rx="9"')}${rect(4, -8, 18, 86, '#b9b2b0', 'rx="8"')}${rect(-12, 12, 24, 8, '#8a3391', 'rx="4"')}${rect(-8, 70, 16, 14, '#f5b544')}</g>`}</g>`
const SL = [
  '#e4603f',
  '#2f8fc0',
  '#f0b840',
  '#7a3a9a',
  '#3f8a6a',
  '#f2e6d0',
  '#c23a6e',
  '#23305c',
  '#e98a5a',
  '#8fc3c9',
]
/** An invented record sleeve, 200 x 200. */
export function sleeve(s: Sheet, i: number): string {
  const a = SL[i % 10]!
  const b = SL[(i * 3 + 4) % 10]! === a ? '#fff4dc' : SL[(i * 3 + 4) % 10]!
  const c = SL[(i * 7 + 2) % 10]!
  const art = [
    () => circ(100, 104, 62, b) + path('M38 104A62 62 0 0 0 162 104Z', c) + stroke('M20 166h160', b, 4),
    () =>
      [0, 1, 2, 3, 4]
        .map((k) =>
          path(`M0 ${60 + k * 28}Q50 ${30 + k * 28} 100 ${60 + k * 28}T200 ${60 + k * 28}V200H0Z`, [b, c, a, c, b][k]!),
        )
        .join(''),
    () => path(archPath(50, 40, 100, 130), b) + path(archPath(70, 64, 60, 106), c) + circ(100, 96, 14, a),
    () =>
      Array.from({ length: 16 }, (_, k) =>
        circ(35 + (k % 4) * 43, 40 + Math.floor(k / 4) * 40, 6 + ((k * 5) % 11), k % 3 ? b : c),
      ).join(''),
    () =>
      path('M100 36C130 60 128 86 118 100C138 104 150 130 150 176H50C50 130 62 104 82 100C72 86 70 60 100 36Z', b) +
      path('M100 36C130 60 128 86 118 100C138 104 150 130 150 176H100Z', dim(b, 0.3)) +
      circ(146, 52, 18, c),
    () =>
      Array.from({ length: 9 }, (_, k) =>
        rect(
          20 + k * 18,
          170 - [40, 90, 60, 120, 80, 130, 70, 100, 50][k]!,
          12,
          [40, 90, 60, 120, 80, 130, 70, 100, 50][k]!,
          k % 2 ? b : c,
        ),
      ).join(''),
    () =>
      path('M0 200L70 60L120 140L150 100L200 200Z', b) +
      path('M70 60L120 140L94 120L80 200L0 200Z', c) +
      circ(146, 54, 22, '#fff4dc'),
    () => [0, 1, 2, 3].map((k) => circ(100, 200, 150 - k * 34, [b, c, a, b][k]!)).join(''),
    () =>
      put(
        40,
        150,
        -40,
        path('M0 -8C40 -30 110 -24 150 0C110 24 40 30 0 8Z', b) +
          path('M0 0L150 0', 'none', `stroke="${c}" stroke-width="4"`),
      ) + put(60, 180, -10, path('M0 -8C40 -24 90 -20 120 0C90 20 40 24 0 8Z', c)),
  ][i % 9]!()
  return (
    rect(0, 0, 200, 200, a) +
    g(art, s.clip(rect(0, 0, 200, 200, '#000'))) +
    rect(14, 12, 60 + (i % 3) * 26, 7, b, 'opacity=".9"') +
    rect(14, 24, 40, 4, b, 'opacity=".7"') +
    rect(
      0,
      0,
      200,
      200,
      s.lin(
        [
          [0, '#fff', 0.16],
          [0.5, '#fff', 0],
          [1, '#1a0a1a', 0.26],
        ],
        45,
      ),
    ) +
    stroke('M6 6V194', '#fff', 1.4, 'opacity=".25"')
  )
}
export const scenes: Record<string, () => Sheet> = {
  'lulu-deck': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#ff9b7a', '#e5527c', '#8a3391'], 35))
    s.add(
      path(
        'M-20 760C300 640 600 820 900 760C1200 690 1400 560 1640 620L1640 1090L-20 1090Z',
        '#5a2580',
        'opacity=".55"',
      ),
      ell(800, 650, 560, 500, '#2a0a2c', `opacity=".4" ${s.blur(40)}`),
      record(s, 740, 540, 470, -18),
      tonearm(1330, 190, 1.22, 12),
    )
    return s.light(0.2)
  },
  'lulu-crates': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#3a2a55', '#7a3a6a', '#c9605f'], 70))
    s.add(glow(s, 260, 120, 700, '#ffbd7d', 0.55))
    const r = rng('crate')
    for (let row = 0; row < 2; row++) {
      const y = row ? 190 : -120
      for (let i = 0; i < 34; i++)
        s.add(
          rect(-20 + i * 39, y + r.range(0, 18), 35, 270, dim(r.pick(SL), 0.35 - row * 0.12)),
          rect(-8 + i * 39, y + 90, 10, 120, '#fff4dc', 'opacity=".3"'),
        )
      s.add(rect(0, y + 274, 1280, 30, '#4a2638'))
    }
    s.add(rect(0, 500, 1280, 1100, s.lin(['#2c1a38', '#1c1226'])))
    s.add(s.soft(640, 1500, 620, 60, '#0a0510', 0.6, 30))
    for (let i = 8; i >= 0; i--) {
      const y = 620 - i * 20
      const w = 800 - i * 10
      s.add(`<g transform="translate(${640 - w / 2 + (i % 3) * 9} ${y}) scale(${f(w / 200)})">${sleeve(s, i + 2)}</g>`)
    }
    s.add(`<g transform="translate(196 760) skewX(-3) scale(4.3)">${sleeve(s, 18)}</g>`)
    s.add(
      path('M120 1060H1160L1120 1600H160Z', s.lin(['#d09a62', '#8a5736'])),
      ...[1060, 1240, 1420].map(
        (y, i) =>
          rect(100 + i * 14, y, 1080 - i * 28, 140, s.lin(['#dfae76', '#b07a48']), 'rx="6"') +
          line(110 + i * 14, y + 46, 1160 - i * 14, y + 50, '#8a5736', 3, 'opacity=".4"'),
      ),
      rect(470, 1096, 340, 66, '#4a2a1c', 'rx="33"'),
      ...[1130, 1310, 1490].flatMap((y) => [circ(160, y, 8, '#5a3a26'), circ(1120, y, 8, '#5a3a26')]),
    )
    s.add(
      arm({
        a: [-160, 1240],
        b: [20, 1060],
        c: [270, 800],
        r: 100,
        sleeve: '#7a3a9a',
        shade: '#4a1f66',
        skin: 'umber',
        kind: 'rest',
        turn: -18,
        k: 2.5,
        rolled: 0.4,
      }),
      arm({
        a: [1440, 1240],
        b: [1270, 1040],
        c: [1040, 790],
        r: 100,
        sleeve: '#6a3088',
        shade: '#3f1a58',
        skin: 'umber',
        kind: 'rest',
        turn: 198,
        k: 2.5,
        flip: true,
        rolled: 0.4,
      }),
    )
    return s.light(0.26, 0.2, 0.08, '#ffcf9a')
  },
  'lulu-booth': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#1d1440', '#5a2080', '#c23a7e']))
    const beam = (x: number, x2: number, c: string): string =>
      path(
        `M${x - 14} -10L${x + 14} -10L${x2 + 190} 900L${x2 - 190} 900Z`,
        s.lin([
          [0, c, 0.6],
          [1, c, 0],
        ]),
        `${s.blur(14)}`,
      )
    s.add(
      beam(260, 520, '#ffbd58'),
      beam(620, 300, '#ef5f8a'),
      beam(1020, 1300, '#58c0f0'),
      beam(1380, 1060, '#ffbd58'),
      rect(0, 30, 1600, 16, '#120c28'),
      ...[260, 620, 1020, 1380].map(
        (x) => path(`M${x - 28} 46L${x + 28} 46L${x + 20} 92L${x - 20} 92Z`, '#120c28') + ell(x, 92, 20, 7, '#fff4dc'),
      ),
    )
    s.add(
      circ(800, 330, 330, s.lin(['#ff9b7a', '#c23a7e'], 70), 'opacity=".85"'),
      ...Array.from({ length: 9 }, (_, i) => rect(470, 330 + i * 34, 660, 6 + i * 2.4, '#5a2080', 'opacity=".55"')),
    )
    for (const x of [60, 1300])
      s.add(
        rect(x, 330, 240, 460, '#150f26', 'rx="16"'),
        circ(x + 120, 460, 74, '#2b2140'),
        circ(x + 120, 460, 50, '#150f26'),
        circ(x + 120, 460, 20, '#3d3058'),
        circ(x + 120, 650, 94, '#2b2140'),
        circ(x + 120, 650, 68, '#150f26'),
        circ(x + 120, 650, 28, '#3d3058'),
      )
    s.add(
      `<g transform="translate(800 356) scale(3)">${bust(s, creators.lulu!, { eyes: 'closed', mouth: 'smile' })}</g>`,
    )
    s.add(
      path('M220 700H1380L1440 900H160Z', s.lin(['#2b2140', '#150f26'])),
      path('M220 700H1380L1386 722H214Z', '#4a3a6a'),
    )
    const deck = (x: number, c: string): string =>
      ell(x, 706, 206, 46, '#0d0918') +
      `<g transform="translate(${x} 694) scale(1 .22)">${record(s, 0, 0, 188, 30, c)}</g>`
    s.add(
      deck(470, '#f5b544'),
      deck(1130, '#58c0f0'),
      rect(688, 668, 224, 60, '#3d3058', 'rx="8"'),
      ...[718, 760, 802, 844, 882].map((x, i) =>
        circ(x, 688, 9, ['#ffbd58', '#fff4dc', '#ef5f8a', '#fff4dc', '#58c0f0'][i]!),
      ),
      rect(720, 708, 160, 8, '#150f26', 'rx="4"'),
      rect(790, 700, 22, 24, '#fff4dc', 'rx="4"'),
    )
    s.add(
      arm({
        a: [596, 560],
        b: [490, 640],
        c: [540, 676],
        r: 48,
        sleeve: '#7a3a9a',
        shade: '#4a1f66',
        skin: 'umber',
        kind: 'rest',
        turn: 18,
        k: 1.05,
        rolled: 0.3,
      }),
      arm({
        a: [1004, 560],
        b: [1110, 640],
        c: [920, 678],
        r: 48,
        sleeve: '#642c82',
        shade: '#3f1a58',
        skin: 'umber',
        kind: 'rest',
        turn: 180,
        k: 1.05,
        flip: true,
        rolled: 0.3,
      }),
    )
    const r = rng('crowd')
    for (let i = 0; i < 17; i++) {
      const x = i * 100 - 20 + r.range(-20, 20)
      const y = 880 + r.range(-18, 20)
      s.add(
        circ(x, y - 50, 34, '#120a22'),
        path(`M${f(x - 70)} 910C${f(x - 66)} ${f(y - 16)} ${f(x + 66)} ${f(y - 16)} ${f(x + 70)} 910Z`, '#120a22'),
      )
      if (i % 3 === 1)
        s.add(
          stroke(`M${f(x + 40)} ${f(y)}L${f(x + 62)} ${f(y - 86)}`, '#120a22', 20),
          circ(x + 64, y - 96, 13, '#120a22'),
        )
    }
    return s.light(0.16, 0.5, 0.2, '#ffbd7d')
  },
  'lulu-sleeves': () => {
    const s = new Sheet(1400, 1400)
    s.add(planks(s, 0, 0, 1400, 1400, '#8a5540', '#54302c', 8, 'ls'))
    const r = rng('sl')
    for (let j = 0; j < 3; j++)
      for (let i = 0; i < 3; i++) {
        const x = 90 + i * 430 + r.range(-16, 16)
        const y = 84 + j * 430 + r.range(-16, 16)
        const t = r.range(-7, 7)
        const n = j * 3 + i
        s.add(
          `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(t)} 190 190) scale(1.9)">${rect(6, 9, 200, 200, '#1f0d14', `opacity=".5" ${s.blur(6)}`)}${n === 4 ? `<g>${record(s, 150, 100, 94, 20, '#ef5f8a')}</g>` : ''}${sleeve(s, n * 4 + n)}</g>`,
        )
      }
    s.add(mug(s, 1330, 1390, 120, '#2f8fc0'))
    return s.light(0.34)
  },
  'lulu-shop': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#141a3c', '#2b2c5c', '#4a3468']))
    const r = rng('shop')
    s.add(
      rect(120, 40, 1360, 820, s.lin(['#2f4f63', '#213a4c']), 'rx="6"'),
      ...Array.from(
        { length: 3 },
        (_, i) =>
          rect(220 + i * 440, 60, 240, 150, '#1a2e40') +
          rect(232 + i * 440, 72, 104, 138, i === 1 ? '#ffcf86' : '#324e66') +
          rect(344 + i * 440, 72, 104, 138, i === 1 ? '#ffcf86' : '#2a445a'),
      ),
    )
    s.add(
      rect(150, 236, 1300, 92, '#c23a6e', 'rx="10"'),
      rect(150, 236, 1300, 30, '#dc5a86', 'rx="10"'),
      ...[500, 800, 1100].map(
        (x) => circ(x, 282, 30, '#17131c') + circ(x, 282, 11, '#f5b544') + circ(x, 282, 3, '#17131c'),
      ),
      stroke('M580 282h150M870 282h150', '#ffe9c4', 10),
    )
    s.add(
      glow(s, 620, 640, 620, '#ffb85c', 0.75),
      rect(190, 360, 800, 420, s.lin(['#ffd58c', '#f0a455'])),
      rect(1060, 360, 330, 500, '#7a2f4a', 'rx="6"'),
      rect(1100, 400, 250, 300, s.lin(['#ffdf9e', '#f0a455'])),
      rect(1112, 620, 12, 120, '#f5b544', 'rx="6"'),
      rect(1170, 470, 110, 60, '#fff4dc', 'rx="6" transform="rotate(-4 1225 500)"'),
      stroke('M1190 500h70', '#c23a6e', 8, 'transform="rotate(-4 1225 500)"'),
      line(1224, 400, 1224, 470, '#7a2f4a', 4),
    )
    for (let i = 0; i < 5; i++)
      s.add(`<g transform="translate(${214 + i * 154} 392) scale(.66)">${sleeve(s, i * 2 + 1)}</g>`)
    s.add(
      rect(190, 546, 800, 12, '#8a4f33'),
      ...Array.from({ length: 44 }, (_, i) =>
        rect(204 + i * 17.6, 610 + ((i * 7) % 9), 14, 110, dim(SL[(i * 7) % 10]!, 0.12)),
      ),
      rect(190, 716, 800, 64, '#6d3d2e'),
      path('M690 780V640C690 600 720 580 740 580C762 580 790 600 790 640V780Z', '#2a1c3a'),
      circ(740, 548, 34, '#2a1c3a'),
      rect(170, 350, 840, 14, '#1a2e40'),
      rect(580, 360, 10, 420, '#1a2e40'),
      rect(170, 776, 840, 90, '#1a2e40'),
    )
    s.add(
      rect(0, 860, 1600, 210, s.lin(['#2a2a52', '#15173a'])),
      `<g opacity=".55" ${s.blur(10)}>${rect(
        240,
        866,
        700,
        190,
        s.lin([
          [0, '#ffb85c', 0.75],
          [1, '#ffb85c', 0],
        ]),
      )}${rect(
        1110,
        866,
        220,
        200,
        s.lin([
          [0, '#ffb85c', 0.75],
          [1, '#ffb85c', 0],
        ]),
      )}</g>`,
      ...Array.from({ length: 130 }, () => {
        const x = r.range(-40, 1640)
        const y = r.range(-20, 900)
        return line(x, y, x - 9, y + r.range(24, 52), '#cfe0ff', 1.8, `opacity="${f(r.range(0.12, 0.4))}"`)
      }),
      ...Array.from({ length: 26 }, () =>
        ell(
          r.range(0, 1600),
          r.range(880, 1060),
          r.range(12, 34),
          r.range(2.5, 5),
          'none',
          'stroke="#b9c8f0" stroke-width="2" opacity=".4"',
        ),
      ),
    )
    s.add(
      `<g transform="translate(1480 900)">${path('M-150 -250C-140 -360 140 -360 150 -250C110 -272 80 -272 50 -250C20 -272 -20 -272 -50 -250C-80 -272 -110 -272 -150 -250Z', '#2f8fc0')}${path('M0 -334C80 -334 146 -310 150 -250C110 -272 80 -272 50 -250C40 -290 20 -320 0 -334Z', '#1f6f9c')}${line(0, -336, 0, -90, '#120c28', 6)}${path('M-46 -190C-50 -230 50 -230 46 -190L58 -20H-58Z', '#e0b23a')}${path('M10 -222C50 -226 46 -190 46 -190L58 -20H24Z', '#b07f22')}${rect(-34, -24, 26, 110, '#1a1630')}${rect(10, -24, 26, 110, '#120f24')}${circ(0, -236, 30, '#3a2018')}</g>`,
    )
    return s.light(0.14, 0.4, 0.6, '#ffb85c')
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  s.fill(s.lin(['#ff9b7a', '#e5527c', '#7a2f8c'], 15))
  s.add(
    path('M-20 380C300 300 600 430 900 380C1200 320 1400 250 1640 300L1640 520L-20 520Z', '#5a2580', 'opacity=".5"'),
    ell(430, 330, 350, 320, '#2a0a2c', `opacity=".35" ${s.blur(30)}`),
    record(s, 400, 270, 320, -18),
    ell(1190, 400, 300, 290, '#2a0a2c', `opacity=".3" ${s.blur(30)}`),
    record(s, 1170, 360, 260, 40, '#58c0f0'),
    tonearm(830, 60, 0.78, 24),
  )
  return s.light(0.2)
}
