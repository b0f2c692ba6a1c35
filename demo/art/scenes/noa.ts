/** Noa: four hundred plants in an old tram shed. */
import { arm } from '../hand.ts'
import { archWindow, glow, planks, windowLight } from '../light.ts'
import { creators } from '../looks.ts'
import { leaf, monsteraLeaf, plant, put, vessel } from '../objects.ts'
import { dim, lift, mix } from '../palette.ts'
import { bust } from '../person.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f, g, line, path, rect, smooth, stroke, type Pt } from '../svg.ts'

const can = (x: number, y: number, k: number, c: string, s: Sheet): string =>
  `<g transform="translate(${x} ${y}) scale(${k})">${s.soft(10, 4, 110, 12)}${stroke('M70 -130C150 -150 160 -40 74 -24', dim(c, 0.2), 13)}${stroke('M-60 -140C-40 -200 40 -200 60 -142', dim(c, 0.2), 11)}${path('M-76 -30L-190 -150L-176 -164L-70 -84Z', dim(c, 0.12))}${path('M-206 -146L-164 -184L-150 -166L-194 -132Z', c)}${path('M-84 -140H84L72 0H-72Z', s.lin([lift(c, 0.35), c, dim(c, 0.4)], 0))}${ell(0, -140, 84, 15, dim(c, 0.45))}${rect(-79, -60, 158, 9, lift(c, 0.5), 'opacity=".6"')}</g>`
export const scenes: Record<string, () => Sheet> = {
  'noa-leaves': () => {
    const s = new Sheet(1600, 1067)
    s.fill(s.lin(['#f6f3c4', '#b9dca0', '#4f9a6a'], 60))
    const r = rng('mon')
    s.add(glow(s, 360, 120, 700, '#fffbe0', 0.75))
    const layer = (n: number, ks: [number, number], cols: string[], y0: number, y1: number, blur: number): void => {
      const out: string[] = []
      for (let i = 0; i < n; i++) {
        const x = (i / (n - 1)) * 1600 + r.range(-90, 90)
        const y = r.range(y0, y1)
        const a = r.range(-110, -40) + (x - 800) * 0.045
        out.push(
          stroke(
            `M${f(x)} ${f(y)}Q${f(x - 40)} ${f(y + 300)} ${f(x - 20 + r.range(-80, 80))} 1120`,
            dim(cols[0]!, 0.2),
            9,
          ),
        )
        out.push(put(x, y, a, monsteraLeaf(cols[i % cols.length]!), r.range(...ks)))
      }
      s.add(blur ? g(out, s.blur(blur)) : out.join(''))
    }
    layer(9, [1.5, 2.2], ['#a9cf9a', '#93c28c'], 240, 520, 7)
    layer(8, [2, 2.9], ['#5fa86a', '#4a9860', '#72b574'], 420, 760, 0)
    layer(6, [2.6, 3.6], ['#2f7f50', '#276d48', '#3a8f5a'], 700, 1060, 0)
    s.add(
      put(900, 640, -72, monsteraLeaf('#c4e38a'), 3),
      path(
        'M1080 1100C1060 900 1110 760 1090 560C1086 470 1120 400 1110 330C1150 420 1170 520 1150 620C1130 760 1160 900 1150 1100Z',
        '#b9dc84',
      ),
      path('M1110 330C1150 420 1170 520 1150 620C1140 700 1148 760 1150 860C1120 720 1140 500 1110 330Z', '#8fbf62'),
    )
    for (let i = 0; i < 18; i++)
      s.add(circ(r.range(100, 1500), r.range(300, 1000), r.range(4, 9), '#fff', 'opacity=".55"'))
    return s.light(0.24, 0.2, 0.1, '#fffbe0', '#0f3020')
  },
  'noa-sill': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#e9e6d0', '#cfc6a4'], 75))
    s.add(
      archWindow(
        s,
        180,
        90,
        920,
        1170,
        rect(180, 90, 920, 1170, s.lin(['#9fd3ee', '#e6f3ea', '#fdf0cf'])) +
          ell(360, 1240, 400, 240, '#8fbf8a') +
          ell(900, 1260, 380, 300, '#6fa878') +
          rect(620, 900, 120, 360, '#d98a6a') +
          path('M600 900L680 820L760 900Z', '#a8553f') +
          rect(760, 960, 140, 300, '#c9a06a') +
          path('M744 960L830 890L916 960Z', '#8a5a44') +
          rect(650, 940, 26, 40, '#fff2cf') +
          rect(690, 940, 26, 40, '#fff2cf') +
          rect(800, 1000, 28, 44, '#fff2cf'),
        '#8a6a4a',
        24,
      ),
    )
    s.add(
      rect(0, 1300, 1280, 40, '#f3e6cc'),
      rect(0, 1300, 1280, 12, '#fffaf0'),
      rect(0, 1340, 1280, 260, s.lin(['#b9a480', '#8f7a5a'])),
      stroke('M640 0V210', '#8a6a4a', 6),
      stroke('M560 330L640 200L720 330', '#8a6a4a', 5),
      `<g transform="translate(0 -10)">${plant(s, 'trail', 640, 420, 1.5, '#e4603f', '#4f9a5a')}</g>`,
    )
    s.add(
      plant(s, 'snake', 250, 1310, 1.9, '#f2e6d4', '#3f8a66'),
      plant(s, 'rubber', 930, 1310, 1.9, '#2f8fb0', '#2f7f50'),
      plant(s, 'fern', 560, 1310, 1.35, '#c9643f', '#5aa058'),
      can(1130, 1310, 0.9, '#f0b840', s),
    )
    s.add(path('M180 1340L1100 1340L1280 1600H0Z', '#fff6dc', `opacity=".2" ${s.blur(20)}`))
    return s.light(0.22, 0.4, 0.2, '#fffbe0')
  },
  'noa-roots': () => {
    const s = new Sheet(1400, 1400)
    s.fill(s.lin(['#dcebd8', '#a9cdb4', '#7fae9a'], 60))
    s.add(
      windowLight(s, 150, 40, 640, 900, { op: 0.7, skew: -14, colour: '#fffbe6' }),
      rect(0, 1110, 1400, 290, s.lin(['#c9a47a', '#94704f'])),
      rect(0, 1100, 1400, 13, '#eed3ac'),
      s.soft(760, 1250, 300, 40),
    )
    const glass = 'M450 560L500 1200C504 1240 530 1256 570 1256H830C870 1256 896 1240 900 1200L950 560Z'
    s.add(
      path(glass, '#f3fbfa', 'opacity=".5"'),
      path(
        'M463 730L500 1195C504 1230 530 1244 570 1244H830C870 1244 896 1230 900 1195L937 730Z',
        s.lin([
          [0, '#bfe3e6', 0.85],
          [1, '#6fb0b8', 0.85],
        ]),
      ),
    )
    const stem = [
      [690, 760],
      [670, 560],
      [700, 380],
      [690, 250],
    ] as Pt[]
    s.add(stroke(smooth(stem), '#4f8a4a', 22), stroke('M702 1020L698 760', '#5f9a56', 22))
    const r = rng('roots')
    for (let i = 0; i < 16; i++) {
      const pts: Pt[] = [[700 + r.range(-9, 9), 900 + i * 8]]
      let x = pts[0]![0]
      let y = pts[0]![1]
      const dir = i % 2 ? 1 : -1
      for (let k = 0; k < 5; k++) {
        x += dir * r.range(8, 34)
        y += r.range(14, 48)
        if (y > 1220) break
        pts.push([Math.max(530, Math.min(876, x)), y])
      }
      s.add(stroke(smooth(pts), i % 3 ? '#fffaf0' : '#f0e2c4', r.range(4, 9)))
    }
    s.add(
      ell(700, 730, 237, 28, '#d9f0f0', 'opacity=".85"'),
      ell(700, 730, 237, 28, 'none', 'stroke="#fff" stroke-width="4" opacity=".7"'),
      stroke('M500 640L540 1150', '#fff', 20, 'opacity=".55"'),
      stroke('M890 620L856 1180', '#fff', 9, 'opacity=".35"'),
      ell(700, 560, 250, 30, 'none', 'stroke="#fff" stroke-width="8" opacity=".85"'),
      ...[
        [560, 1000],
        [840, 900],
        [600, 1140],
        [820, 1080],
        [580, 860],
      ].map(([x, y], i) => circ(x!, y!, 6 + i, 'none', 'stroke="#fff" stroke-width="3" opacity=".7"')),
    )
    s.add(
      put(690, 290, -100, leaf(330, 110, '#5fae5f', 6)),
      put(696, 400, -20, leaf(420, 128, '#3f9352', 7)),
      put(690, 470, 206, leaf(420, 122, '#4aa05a', 7)),
      put(684, 600, -36, leaf(240, 76, '#7fc06c', 5)),
    )
    s.add(
      vessel(s, 'bottle', 1150, 1260, 420, '#c98a4a'),
      put(
        1150,
        850,
        -84,
        stroke('M0 0L170 0', '#4f8a4a', 8) +
          put(90, 0, -36, leaf(110, 30, '#5fae5f', 0)) +
          put(130, 0, 30, leaf(110, 30, '#3f9352', 0)) +
          put(168, 0, 0, leaf(90, 28, '#7fc06c', 0)),
      ),
      rect(170, 1160, 220, 110, '#fff8ea', 'rx="8" transform="rotate(-5 280 1210)"'),
      stroke('M200 1206q12 -22 24 0t24 -2t24 2t24 -4M200 1244h110', '#3a5a44', 5, 'transform="rotate(-5 280 1210)"'),
      path('M110 1320L330 1280L340 1292L130 1346Z', '#d5dbdb'),
      path('M110 1346L330 1330L338 1344L130 1366Z', '#aab3b5'),
      circ(100, 1320, 34, 'none', 'stroke="#e4603f" stroke-width="16"'),
      circ(90, 1370, 30, 'none', 'stroke="#e4603f" stroke-width="16"'),
    )
    return s.light(0.24, 0.15, 0.1, '#fffbe6', '#102a24')
  },
  'noa-repot': () => {
    const s = new Sheet(1600, 1067)
    s.add(
      planks(s, 0, 0, 1600, 1067, '#b99068', '#7a543c', 6, 'nr'),
      path(
        'M120 260C500 180 1150 190 1480 280C1540 520 1520 800 1440 960C1050 1010 480 1010 150 950C80 720 80 460 120 260Z',
        '#d9cbb0',
      ),
      path(
        'M150 290C500 220 1150 226 1450 306C1500 520 1486 780 1416 930C1050 976 480 976 180 920C112 720 112 470 150 290Z',
        '#e9ddc4',
      ),
    )
    const r = rng('soil')
    s.add(
      ell(1180, 640, 270, 190, '#2a1810', `opacity=".3" ${s.blur(16)}`),
      path(
        smooth(
          Array.from({ length: 16 }, (_, i): Pt => {
            const a = (i / 16) * 6.283
            const q = r.range(0.86, 1.12)
            return [1170 + Math.cos(a) * 250 * q, 620 + Math.sin(a) * 170 * q]
          }),
          true,
        ),
        s.lin(['#6a4630', '#3f281c'], 60),
      ),
      ...Array.from({ length: 130 }, () =>
        circ(
          r.range(900, 1480),
          r.range(440, 860),
          r.range(2, 9),
          r.pick(['#5a3a28', '#3a241a', '#7d5a40', '#8a6a4e']),
          'opacity=".85"',
        ),
      ),
    )
    const top = (x: number, y: number, q: number, c: string, fill: string): string =>
      circ(x + 20, y + 28, q * 1.04, '#2a1810', `opacity=".38" ${s.blur(16)}`) +
      circ(x, y, q, s.lin([lift(c, 0.3), c, dim(c, 0.3)], 50)) +
      circ(x, y, q * 0.86, dim(c, 0.4)) +
      circ(x, y, q * 0.82, fill)
    s.add(
      top(620, 560, 250, '#cf7650', '#4a3022'),
      ...Array.from({ length: 60 }, () => {
        const a = r.range(0, 6.3)
        const q = r.range(0, 196)
        return circ(
          620 + Math.cos(a) * q,
          560 + Math.sin(a) * q,
          r.range(3, 9),
          r.pick(['#5d3f2c', '#36221a', '#7a5a42']),
          'opacity=".8"',
        )
      }),
      top(250, 400, 120, '#2f8fb0', '#2a1a14'),
      top(1400, 330, 90, '#cf7650', '#3a2218'),
    )
    for (let i = 0; i < 13; i++)
      s.add(
        put(
          620,
          556,
          i * 27.7 + (i % 2) * 8,
          leaf(i % 2 ? 270 : 210, i % 2 ? 58 : 44, ['#3f9352', '#5fae5f', '#2f7f50', '#7fc06c'][i % 4]!, 5),
        ),
      )
    for (let i = 0; i < 5; i++) s.add(put(622, 556, i * 72 + 20, leaf(130, 34, '#9fd680', 3)))
    s.add(
      `<g transform="translate(1010 900) rotate(-28)">${path('M0 -60C90 -80 190 -60 240 0C190 60 90 80 0 60Z', s.lin(['#c4ccd0', '#7f8c94']))}${rect(-60, -12, 70, 24, '#7f8c94')}${rect(-230, -26, 180, 52, '#d7553a', 'rx="24"')}${rect(-230, -26, 180, 18, '#f0846a', 'rx="9"')}</g>`,
      arm({
        a: [60, 1240],
        b: [150, 1040],
        c: [390, 770],
        r: 84,
        sleeve: '#6d9a4e',
        shade: '#3f6a34',
        skin: 'olive',
        kind: 'cup',
        turn: -40,
        k: 2.1,
        rolled: 0.45,
      }),
      arm({
        a: [1010, 1260],
        b: [980, 1040],
        c: [850, 770],
        r: 84,
        sleeve: '#628c46',
        shade: '#35592c',
        skin: 'olive',
        kind: 'cup',
        turn: -128,
        k: 2.1,
        flip: true,
        rolled: 0.45,
      }),
    )
    return s.light(0.28)
  },
  'noa-greenhouse': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#d3ecdf', '#f3f3d4']))
    s.add(glow(s, 420, 120, 640, '#fffbe0', 0.9))
    const bars: string[] = []
    for (let i = -1; i < 10; i++)
      bars.push(
        line(i * 190, 250, i * 190, 760, '#f7fbf4', 10),
        line(i * 190, 250, 800 + (i * 190 - 800) * 0.35, -30, '#f7fbf4', 9),
      )
    bars.push(
      line(0, 250, 1600, 250, '#f7fbf4', 16),
      line(0, 110, 1600, 110, '#f7fbf4', 8),
      line(0, 520, 1600, 520, '#f7fbf4', 8),
    )
    const r = rng('gh')
    s.add(
      ...Array.from({ length: 14 }, (_, i) =>
        ell(
          i * 130 + r.range(-30, 30),
          740 - r.range(0, 90),
          r.range(90, 150),
          r.range(90, 170),
          mix('#a9d3a4', '#7fb98a', r.next()),
          'opacity=".75"',
        ),
      ),
      ...bars,
      rect(0, 690, 1600, 210, s.lin(['#c9b48a', '#8f7a54'])),
      path('M640 700H960L1200 900H400Z', '#e6d8b4'),
    )
    for (const [x, base, k, kind, pot] of [
      [110, 690, 1.25, 'rubber', '#cf7650'],
      [330, 680, 1, 'fern', '#f2e6d4'],
      [1260, 690, 1.3, 'monstera', '#2f8fb0'],
      [1490, 690, 1.25, 'palm', '#cf7650'],
    ] as const)
      s.add(plant(s, kind, x, base, k, pot, '#3f8f5a'))
    s.add(
      rect(-20, 680, 470, 26, '#a8845a'),
      rect(1140, 680, 480, 26, '#a8845a'),
      rect(20, 706, 22, 160, '#7d6040'),
      rect(400, 706, 22, 160, '#7d6040'),
      rect(1180, 706, 22, 160, '#7d6040'),
      rect(1540, 706, 22, 160, '#7d6040'),
      plant(s, 'trail', 560, 180, 0.95, '#e4603f', '#4f9a5a'),
      plant(s, 'trail', 1120, 170, 0.9, '#f0b840', '#5fae5f'),
      line(560, -10, 560, 110, '#7d6040', 3),
      line(1120, -10, 1120, 100, '#7d6040', 3),
    )
    s.add(
      s.soft(800, 880, 260, 30),
      `<g transform="translate(800 400) scale(3.05)">${bust(s, creators.noa!, { eyes: 'down', mouth: 'smile' })}</g>`,
      arm({
        a: [1010, 620],
        b: [1120, 760],
        c: [1030, 612],
        r: 48,
        sleeve: '#628c46',
        shade: '#35592c',
        skin: 'olive',
        kind: 'grip',
        turn: -110,
        k: 1,
        rolled: 0.4,
      }),
      `<g transform="translate(1010 800) scale(1.1)">${can(0, 0, 1.15, '#f0b840', s)}</g>`,
      ...[0, 1, 2, 3].map(
        (i) =>
          stroke(`M${986 + i * 17} ${552 + Math.abs(i - 1.5) * 3}q4 14 2 26`, '#c08c62', 16) +
          stroke(`M${986 + i * 17} ${552 + Math.abs(i - 1.5) * 3}q4 14 2 26`, '#e3b388', 13.5),
      ),
      `<g transform="translate(0 0)">${plant(s, 'snake', 660, 900, 1.25, '#cf7650', '#2f7f50')}</g>`,
      ...Array.from({ length: 7 }, (_, i) =>
        stroke(
          `M${782 - i * 5} ${628 + i * 4}q-18 ${30 + i * 6} -24 ${70 + i * 12}`,
          '#8fd0ea',
          3.6,
          'opacity=".85" stroke-dasharray="14 10"',
        ),
      ),
      plant(s, 'fern', 1340, 900, 1.25, '#f2e6d4', '#5fae5f'),
      plant(s, 'monstera', 250, 910, 1.4, '#2f8fb0', '#2f8a55'),
    )
    return s.light(0.2, 0.25, 0.1, '#fffbe0', '#102a24')
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  s.embed(scenes['noa-leaves']!(), 0, -300, 1)
  return s
}
