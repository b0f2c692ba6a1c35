/** Odile: chairs and spoons, by hand. */
import { arm } from '../hand.ts'
import { archWindow, glow, windowLight } from '../light.ts'
import { mug, put, steam } from '../objects.ts'
import { dim, lift } from '../palette.ts'
import { rng } from '../rng.ts'
import { pines } from './rune.ts'
import { Sheet, circ, ell, f, line, path, rect, ridge, smooth, stroke, type Pt } from '../svg.ts'

/** A bench plane from the side, sole at y=0, nose to the left. */
export const plane = (k: number, wood = '#a5673c'): string =>
  `<g transform="scale(${k})">${path('M-190 0V-46C-190 -58 -180 -62 -168 -62H-60L-40 -78H90L170 -60C186 -58 192 -50 192 -40V0Z', dim(wood, 0.1))}${path('M-190 -20H192V0H-190Z', dim(wood, 0.35))}${rect(-190, -8, 382, 9, '#aeb6ba')}${path('M-6 -66L34 -150L62 -140L30 -62Z', '#c4ccd0')}${path('M34 -150L62 -140L58 -128L29 -138Z', '#e8ecec')}${path('M20 -66L66 -120L84 -110L52 -66Z', '#5a3423')}${path('M96 -70C100 -130 150 -150 166 -120C176 -96 150 -96 156 -64Z', '#5a3423')}${circ(-128, -84, 25, '#5a3423')}${circ(-134, -91, 8, '#9a6a4a')}${line(-180, -44, 60, -48, lift(wood, 0.5), 4, 'opacity=".5"')}</g>`
/** A curling shaving; grow 0..1. */
export function shaving(k: number, grow: number, c = '#f0cf9a'): string {
  const pts: Pt[] = []
  const n = Math.max(4, Math.round(46 * grow))
  for (let i = 0; i < n; i++) {
    const t = i / 46
    const a = t * 15
    const q = 66 * (1 - t * 0.72)
    pts.push([Math.sin(a) * q - t * 130, -Math.cos(a) * q - t * 40 + 66])
  }
  return `<g transform="scale(${k})">${stroke(smooth(pts), dim(c, 0.28), 26)}${stroke(smooth(pts), c, 20)}${stroke(smooth(pts), '#fff4d8', 5, 'opacity=".7"')}</g>`
}
const chisel = (x: number, y: number, l: number, c: string): string =>
  rect(x - 7, y, 14, l * 0.48, '#b9c2c6') +
  rect(x, y, 7, l * 0.48, '#8d979c') +
  path(`M${x - 7} ${y + l * 0.48}H${x + 7}L${x + 7} ${y + l * 0.55}L${x - 7} ${y + l * 0.51}Z`, '#dfe4e4') +
  path(
    `M${x - 6} ${y}L${x - 13} ${y - l * 0.1}C${x - 16} ${y - l * 0.3} ${x - 12} ${y - l * 0.42} ${x} ${y - l * 0.44}C${x + 12} ${y - l * 0.42} ${x + 16} ${y - l * 0.3} ${x + 13} ${y - l * 0.1}L${x + 6} ${y}Z`,
    c,
  ) +
  path(
    `M${x + 2} ${y}L${x + 4} ${y - l * 0.43}C${x + 13} ${y - l * 0.4} ${x + 16} ${y - l * 0.3} ${x + 13} ${y - l * 0.1}L${x + 6} ${y}Z`,
    dim(c, 0.3),
  )
export const scenes: Record<string, () => Sheet> = {
  'odile-bench': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#e9d3ac', '#c99b68'], 70))
    for (let i = 0; i < 11; i++) s.add(line(i * 160, 0, i * 160 - 4, 740, '#a8784a', 4, 'opacity=".35"'))
    s.add(
      archWindow(
        s,
        70,
        60,
        400,
        560,
        rect(70, 60, 400, 560, s.lin(['#bcdcf0', '#f3f6f6'])) +
          pines(60, 480, 600, [120, 230], '#3d6a72', 'ob', 6, '#fff') +
          rect(60, 590, 420, 40, '#f6fafc'),
        '#6a432c',
        17,
      ),
      windowLight(s, 640, 90, 420, 560, { op: 0.5, skew: -20 }),
    )
    s.add(
      rect(560, 150, 980, 18, '#7d4f31'),
      ...[620, 690, 760, 830, 900].map(
        (x, i) =>
          s.soft(x + 12, 240, 12, 80, '#5a3420', 0.25, 6) +
          chisel(x, 240, 190 - i * 8, ['#c9853f', '#a5673c', '#d99a52', '#8a4f2f', '#c9853f'][i]!),
      ),
    )
    s.add(
      `<g transform="translate(1040 200)">${path('M-6 -40L330 -40L330 60L-6 20Z', '#c4ccd0')}${Array.from({ length: 30 }, (_, i) => path(`M${-6 + i * 11.2} ${20 + i * 1.33}l5.6 9l5.6 -7.6Z`, '#9aa4a9')).join('')}${path('M330 -54C380 -64 420 -40 424 0C428 50 400 84 350 76C330 70 326 30 330 -54ZM360 -24C352 10 356 40 372 42C392 40 396 -16 380 -26Z', '#8a4f2f', 'fill-rule="evenodd"')}</g>`,
      `<g transform="translate(1150 420)">${stroke('M0 120V-30', '#c9853f', 18)}${rect(-62, -84, 124, 58, '#6a432c', 'rx="8"')}${rect(-62, -84, 124, 16, '#8f6244', 'rx="8"')}</g>`,
      `<g transform="translate(1330 400)">${path('M-70 90L0 -60L70 90', 'none', 'stroke="#5a646a" stroke-width="13" stroke-linejoin="round"')}${circ(0, -62, 15, '#8d979c')}${stroke('M-48 40A70 70 0 0 0 48 40', '#8d979c', 6)}</g>`,
      put(
        620,
        480,
        0,
        rect(0, -18, 380, 26, '#e0b878', 'rx="4"') +
          Array.from({ length: 19 }, (_, i) => line(10 + i * 20, -18, 10 + i * 20, i % 5 ? -8 : 0, '#6a432c', 3)).join(
            '',
          ),
      ),
    )
    s.add(
      rect(0, 720, 1600, 60, s.lin(['#d9a868', '#b07a44'])),
      rect(0, 720, 1600, 11, '#f3d09a'),
      rect(0, 780, 1600, 290, s.lin(['#8f5d36', '#54331f'])),
      rect(110, 780, 90, 290, '#7a4c2c'),
      rect(1400, 780, 90, 290, '#7a4c2c'),
      rect(500, 830, 300, 130, '#7d5030', 'rx="6"'),
      rect(830, 830, 300, 130, '#7d5030', 'rx="6"'),
      circ(650, 895, 17, '#d7b36a'),
      circ(980, 895, 17, '#d7b36a'),
      ...Array.from({ length: 7 }, (_, i) => circ(300 + i * 170, 750, 9, '#6a432c')),
    )
    s.add(
      s.soft(560, 722, 260, 16),
      `<g transform="translate(560 718)">${plane(1.25)}</g>`,
      `<g transform="translate(350 640)">${shaving(0.9, 1)}</g>`,
      s.soft(960, 722, 160, 12),
      `<g transform="translate(960 718)">${plane(0.75, '#c9853f')}</g>`,
      ...[
        [720, 706, 0.4],
        [1130, 700, 0.45],
        [1240, 704, 0.36],
        [160, 700, 0.45],
      ].map(([x, y, k]) => `<g transform="translate(${x} ${y! - 30})">${shaving(k!, 0.8, '#e9c288')}</g>`),
      mug(s, 1420, 720, 110, '#b8553c'),
      steam(s, 1420, 610, 110),
    )
    return s.light(0.26, 0.16, 0.2)
  },
  'odile-plane': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#8a5a3a', '#4f2f22'], 70))
    s.add(
      windowLight(s, 60, -160, 620, 720, { op: 0.3, skew: -20 }),
      rect(0, 640, 1600, 260, s.lin(['#b07a48', '#6d4527'])),
      rect(0, 632, 1600, 12, '#e0b27a'),
    )
    s.add(
      s.soft(800, 660, 860, 30, '#20100a', 0.5, 16),
      rect(-20, 540, 1660, 100, s.lin(['#f3d6a4', '#d9a868', '#b98448'])),
      rect(-20, 540, 1660, 14, '#fff0cf'),
      ...Array.from({ length: 6 }, (_, i) =>
        stroke(
          `M-20 ${562 + i * 13}C400 ${552 + i * 14} 900 ${576 + i * 10} 1640 ${558 + i * 14}`,
          '#a8713a',
          2.6,
          'opacity=".4"',
        ),
      ),
    )
    s.add(
      `<g transform="translate(600 300)">${shaving(2.1, 1)}</g>`,
      `<g transform="translate(880 540)">${plane(2.35)}</g>`,
    )
    s.add(
      arm({
        a: [1700, 60],
        b: [1560, 220],
        c: [1300, 250],
        r: 92,
        sleeve: '#b8553c',
        shade: '#7a3020',
        skin: 'pale',
        kind: 'grip',
        turn: 148,
        k: 2.35,
        flip: true,
        rolled: 0.4,
      }),
      arm({
        a: [900, -160],
        b: [760, 20],
        c: [600, 230],
        r: 86,
        sleeve: '#c46248',
        shade: '#7a3020',
        skin: 'pale',
        kind: 'rest',
        turn: 104,
        k: 2,
        flip: true,
        rolled: 0.4,
      }),
    )
    const r = rng('dust')
    s.add(
      ...[
        [180, 600, 0.7],
        [330, 840, 0.9],
        [90, 810, 0.7],
        [1250, 830, 0.8],
        [1440, 800, 0.6],
        [760, 840, 0.6],
      ].map(([x, y, k]) => `<g transform="translate(${x} ${y! - 60})">${shaving(k!, 0.85, '#e6bd82')}</g>`),
      ...Array.from({ length: 50 }, () =>
        circ(r.range(60, 1100), r.range(80, 560), r.range(1.5, 4), '#ffeccb', `opacity="${f(r.range(0.15, 0.5))}"`),
      ),
    )
    return s.light(0.3, 0.15, 0.1)
  },
  'odile-chair': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#dfe3d8', '#b9b49a'], 75))
    s.add(
      windowLight(s, 200, 100, 760, 1100, { op: 0.85, skew: -12 }),
      rect(0, 1220, 1280, 380, s.lin(['#a5774c', '#6d472c'])),
      rect(0, 1208, 1280, 14, '#efe3cc'),
    )
    const W = '#c98f4f'
    const turned = (x1: number, y1: number, x2: number, y2: number, w: number, c = W): string => {
      const l = Math.hypot(x2 - x1, y2 - y1)
      const a = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
      return put(
        x1,
        y1,
        a,
        path(
          `M0 ${-w * 0.34}C${l * 0.3} ${-w * 0.7} ${l * 0.5} ${-w * 0.62} ${l * 0.7} ${-w * 0.42}L${l} ${-w * 0.28}V${w * 0.28}L${l * 0.7} ${w * 0.42}C${l * 0.5} ${w * 0.62} ${l * 0.3} ${w * 0.7} 0 ${w * 0.34}Z`,
          c,
        ) +
          path(
            `M0 ${-w * 0.34}C${l * 0.3} ${-w * 0.7} ${l * 0.5} ${-w * 0.62} ${l * 0.7} ${-w * 0.42}L${l} ${-w * 0.28}V${-w * 0.1}L0 ${-w * 0.1}Z`,
            lift(c, 0.3),
            'opacity=".55"',
          ),
      )
    }
    s.add(
      s.soft(740, 1440, 420, 46, '#2a160c', 0.5, 22),
      path('M460 1420L1180 1330L1280 1400L1280 1470L560 1450Z', '#4a2c1a', `opacity=".25" ${s.blur(14)}`),
    )
    s.add(
      turned(500, 960, 420, 1290, 46, dim(W, 0.25)),
      turned(800, 960, 880, 1290, 46, dim(W, 0.25)),
      turned(440, 1200, 860, 1200, 26, dim(W, 0.3)),
    )
    for (let i = 0; i < 7; i++) {
      const x = 444 + i * 66
      s.add(
        turned(x + (i - 3) * 2, 930, 640 + (i - 3) * 92, 420 + Math.abs(i - 3) ** 2 * 9, 26, i % 2 ? W : dim(W, 0.08)),
      )
    }
    s.add(
      path(
        'M322 560C316 400 480 330 640 330C800 330 964 400 958 560L918 556C914 440 780 386 640 386C500 386 366 440 362 556Z',
        s.lin([lift(W, 0.4), W, dim(W, 0.25)], 0),
      ),
      path(
        'M322 560C316 400 480 330 640 330C800 330 964 400 958 560L946 558C944 420 790 348 640 348C490 348 336 420 334 560Z',
        lift(W, 0.5),
        'opacity=".5"',
      ),
      turned(360, 940, 340, 556, 34),
      turned(920, 940, 940, 556, 34, dim(W, 0.16)),
    )
    s.add(
      path(
        'M300 930C300 880 440 860 640 860C840 860 980 880 980 930C990 1000 880 1040 640 1040C400 1040 290 1000 300 930Z',
        s.lin(['#a8653a', '#7d4527'], 60),
      ),
      path(
        'M318 926C320 888 450 872 640 872C830 872 960 888 962 926C966 980 860 1008 640 1008C420 1008 314 980 318 926Z',
        s.lin(['#d08a52', '#a8653a'], 50),
      ),
      path(
        'M430 940C470 900 580 896 640 930C700 896 810 900 850 940C850 980 720 986 640 960C560 986 430 980 430 940Z',
        '#8f5430',
        'opacity=".4"',
      ),
      stroke('M360 910C460 886 560 884 640 890M700 900C800 890 880 900 920 920', '#e9b07a', 4, 'opacity=".5"'),
    )
    s.add(
      turned(400, 1020, 300, 1430, 54),
      turned(880, 1020, 980, 1430, 54, dim(W, 0.12)),
      turned(350, 1240, 930, 1240, 30),
    )
    s.add(
      `<g transform="translate(190 1400) scale(.8)">${shaving(1, 0.9)}</g>`,
      `<g transform="translate(1120 1500) scale(.8)">${shaving(1, 0.8, '#e6bd82')}</g>`,
    )
    return s.light(0.26)
  },
  'odile-spoons': () => {
    const s = new Sheet(1400, 1400)
    s.fill(s.lin(['#4f6a80', '#33475c'], 60))
    const r = rng('linen')
    for (let i = 0; i < 90; i++)
      s.add(
        line(0, i * 16, 1400, i * 16 + r.range(-3, 3), '#fff', 1.2, 'opacity=".06"'),
        line(i * 16, 0, i * 16 + r.range(-3, 3), 1400, '#0a1420', 1.2, 'opacity=".09"'),
      )
    s.add(windowLight(s, 560, -200, 760, 1400, { op: 0.2, skew: -18 }))
    const woods = [
      '#e6c48c',
      '#a5673c',
      '#d9a868',
      '#7a4528',
      '#f0d9ac',
      '#c47a48',
      '#b98d5a',
      '#8f5a34',
      '#e0b078',
      '#5d3826',
    ]
    woods.forEach((c, i) => {
      const x = 170 + (i % 5) * 265
      const y = i < 5 ? 330 : 1010
      const w = [62, 78, 54, 86, 68, 74, 58, 80, 64, 72][i]!
      const h = [96, 104, 92, 96, 110, 90, 106, 98, 116, 88][i]!
      const bend = r.range(-16, 16)
      const L = [330, 300, 350, 290, 320, 340, 300, 320, 290, 350][i]!
      const bowl = `M0 ${-h}C${w} ${-h} ${w * 1.06} ${h * 0.2} ${w * 0.3} ${h * 0.86}L${12} ${h}L${14 + bend} ${h + L * 0.8}C${22 + bend} ${h + L} ${-22 + bend} ${h + L} ${-14 + bend} ${h + L * 0.8}L-12 ${h}L${-w * 0.3} ${h * 0.86}C${-w * 1.06} ${h * 0.2} ${-w} ${-h} 0 ${-h}Z`
      s.add(
        `<g transform="translate(${x} ${y - 60}) rotate(${f(r.range(-7, 7))})">${path(bowl, '#0a1018', `opacity=".5" transform="translate(16 22)" ${s.blur(10)}`)}${path(bowl, s.lin([lift(c, 0.3), c, dim(c, 0.3)], 20))}${path(`M0 ${-h * 0.84}C${w * 0.78} ${-h * 0.84} ${w * 0.84} ${h * 0.1} ${w * 0.16} ${h * 0.62}C${w * 0.06} ${h * 0.7} ${-w * 0.06} ${h * 0.7} ${-w * 0.16} ${h * 0.62}C${-w * 0.84} ${h * 0.1} ${-w * 0.78} ${-h * 0.84} 0 ${-h * 0.84}Z`, s.lin([dim(c, 0.4), dim(c, 0.1), lift(c, 0.25)], 60))}${[0.3, 0.55].map((q) => ell(0, -h * 0.1, w * q, h * q, 'none', `stroke="${dim(c, 0.4)}" stroke-width="2.4" opacity=".3"`)).join('')}${stroke(`M-4 ${h + 6}L${bend - 5} ${h + L * 0.78}`, lift(c, 0.5), 4, 'opacity=".5"')}${circ(bend, h + L * 0.82, 5, '#2a3a4a')}</g>`,
      )
    })
    s.add(
      `<g transform="translate(840 690) rotate(84)">${path('M-14 -150L14 -160L10 60L-12 60Z', '#c9d1d4')}${rect(-20, 56, 38, 150, '#b8553c', 'rx="16"')}</g>`,
      ...[
        [80, 700, 0.5],
        [560, 700, 0.4],
        [1260, 706, 0.5],
      ].map(([x, y, k]) => `<g transform="translate(${x} ${y! - 20})">${shaving(k!, 0.8)}</g>`),
    )
    return s.light(0.28)
  },
  'odile-snow': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#4a5a9a', '#b58ab4', '#f6b99a', '#ffdcb4']))
    s.add(
      glow(s, 330, 470, 380, '#fff0d0', 0.7),
      path(ridge(1600, 1067, 500, 50, 'os1', 0.4, 70), '#8a8fc0'),
      pines(-20, 1620, 660, [140, 270], '#3a4a86', 'os2', 22, '#c9d3f0'),
      path(
        'M-20 640C300 600 800 640 1100 620C1320 610 1500 630 1640 650V1090H-20Z',
        s.lin(['#f3eefc', '#b9c4ea', '#7f93cc']),
      ),
    )
    s.add(
      `<g transform="translate(960 800)">${path('M-330 0V-250L-60 -430L210 -250V0Z', '#9a4a3a')}${Array.from({ length: 12 }, (_, i) => line(-310 + i * 44, 0, -310 + i * 44, -300, '#7a352a', 4, 'opacity=".5"')).join('')}${path('M210 -250L430 -220V0H210Z', '#6a2f2a')}${path('M-380 -220L-60 -476L270 -470L470 -200L430 -196L236 -226L-60 -420L-350 -196Z', '#fbf8ff')}${path('M-60 -476L270 -470L470 -200L430 -196L236 -226L-60 -420Z', '#c4cdee')}${rect(150, -560, 56, 120, '#5a3a44')}${rect(140, -574, 76, 24, '#fbf8ff', 'rx="8"')}</g>`,
    )
    s.add(
      archWindow(
        s,
        760,
        590,
        150,
        210,
        rect(760, 590, 150, 210, '#ffd98a') +
          rect(
            760,
            590,
            150,
            210,
            s.rad(
              [
                [0, '#fff6d4'],
                [1, '#ffb04d'],
              ],
              0.4,
              0.6,
              0.7,
            ),
          ) +
          path('M790 800V750H880V800Z', '#8a4a2a') +
          circ(835, 700, 22, '#8a4a2a'),
        '#f6ead8',
        9,
      ),
      rect(970, 620, 120, 180, '#4a2a24'),
      rect(982, 634, 96, 80, '#ffd98a'),
      circ(1074, 730, 6, '#d7b36a'),
      glow(s, 840, 780, 330, '#ffcf7d', 0.55),
      path('M740 810L930 810L1010 1067H620Z', '#ffdf9a', `opacity=".35" ${s.blur(16)}`),
      stroke('M1140 250C1170 190 1110 160 1150 100C1170 60 1130 40 1150 0', '#fff', 28, `opacity=".4" ${s.blur(10)}`),
    )
    const r = rng('logs')
    for (let j = 0; j < 4; j++)
      for (let i = 0; i < 8 - (j > 2 ? 2 : 0); i++) {
        const x = 110 + i * 66 + (j % 2) * 33
        const y = 930 - j * 56
        const q = r.range(26, 33)
        s.add(
          circ(x, y, q, '#5a3423'),
          circ(x, y, q - 5, r.pick(['#d9a87a', '#c48a5a', '#e0b88a', '#b8694a'])),
          circ(x, y, (q - 5) * 0.6, 'none', 'stroke="#9a6844" stroke-width="2.6" opacity=".7"'),
          circ(x, y, (q - 5) * 0.25, 'none', 'stroke="#9a6844" stroke-width="2.6" opacity=".7"'),
        )
      }
    s.add(
      path(
        'M130 748C180 700 260 716 330 712C420 700 520 716 560 752C520 772 460 752 400 764C320 776 220 760 130 748Z',
        '#fffaff',
      ),
      path('M60 962C180 940 520 944 700 970L690 1000L60 990Z', '#e6e6fa'),
      `<g transform="translate(700 880)">${ell(0, 80, 90, 16, '#7f93cc')}${path('M-70 -10H70L62 78H-62Z', '#7d5236')}${ell(0, -10, 70, 22, '#d9a87a')}${ell(0, -10, 44, 13, 'none', 'stroke="#9a6844" stroke-width="4"')}<g transform="rotate(24)">${rect(-9, -190, 18, 180, '#c98f4f', 'rx="8"')}${path('M-12 -60L-70 -20L-60 24L-8 -10Z', '#aeb8c0')}</g></g>`,
    )
    s.add(
      ...Array.from({ length: 110 }, () =>
        circ(r.range(0, 1600), r.range(0, 1067), r.range(2, 6), '#fff', `opacity="${f(r.range(0.4, 0.95))}"`),
      ),
      ...Array.from({ length: 8 }, (_, i) =>
        ell(990 + i * 46, 880 + i * 22 + (i % 2) * 14, 14, 7, '#7f93cc', 'opacity=".8"'),
      ),
    )
    return s.light(0.14, 0.5, 0.7, '#ffcf7d')
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  s.fill(s.lin(['#e9d3ac', '#c99b68'], 70))
  s.add(
    windowLight(s, 140, -60, 380, 440, { op: 0.6, skew: -18 }),
    windowLight(s, 900, -60, 380, 440, { op: 0.45, skew: -18 }),
    rect(420, 70, 1100, 14, '#7d4f31'),
    ...[480, 540, 600, 660, 720].map((x, i) =>
      chisel(x, 140, 150 - i * 6, ['#c9853f', '#a5673c', '#d99a52', '#8a4f2f', '#c9853f'][i]!),
    ),
    put(
      860,
      170,
      0,
      rect(0, -18, 420, 26, '#e0b878', 'rx="4"') +
        Array.from({ length: 21 }, (_, i) => line(10 + i * 20, -18, 10 + i * 20, i % 5 ? -8 : 0, '#6a432c', 3)).join(
          '',
        ),
    ),
  )
  s.add(
    rect(0, 400, 1600, 100, s.lin(['#d9a868', '#9a6a3a'])),
    rect(0, 400, 1600, 10, '#f3d09a'),
    s.soft(560, 404, 220, 12),
    `<g transform="translate(560 400)">${plane(1.05)}</g>`,
    `<g transform="translate(390 330)">${shaving(0.8, 1)}</g>`,
    `<g transform="translate(1130 400)">${plane(0.8, '#c9853f')}</g>`,
    ...[
      [760, 350, 0.5],
      [880, 358, 0.4],
      [200, 354, 0.44],
      [1420, 350, 0.5],
    ].map(([x, y, k]) => `<g transform="translate(${x} ${y})">${shaving(k!, 0.85, '#e9c288')}</g>`),
  )
  return s.light(0.22)
}
