/** Rune: mountain huts, snow, one stove. */
import { figure, type Dress } from '../figure.ts'
import { archWindow, glitter, glow, planks, stars } from '../light.ts'
import { mug, put, steam } from '../objects.ts'
import { dim, lift, mix } from '../palette.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f, g, line, path, rect, ridge, stroke } from '../svg.ts'

const RUNE: Dress = {
  skin: 'rosy',
  hair: 'beanie',
  hairColour: '#d7553a',
  top: '#2f5f8a',
  bottom: '#26304a',
  shoes: '#3a2a26',
  sleeves: 'long',
}
export function pines(
  x0: number,
  x1: number,
  y: number,
  size: [number, number],
  c: string,
  seed: string,
  n: number,
  snow = '',
): string {
  const r = rng(seed)
  return Array.from({ length: n }, (_, i) => {
    const x = x0 + ((x1 - x0) * i) / n + r.range(-12, 12)
    const h = r.range(...size)
    const w = h * r.range(0.26, 0.34)
    const yy = y + r.range(-6, 14)
    const tier = (a: number, b: number, k: number, col: string): string =>
      path(
        `M${f(x)} ${f(yy - h * b)}L${f(x + w * k)} ${f(yy - h * a)}Q${f(x)} ${f(yy - h * a + h * 0.05)} ${f(x - w * k)} ${f(yy - h * a)}Z`,
        col,
      )
    return (
      rect(x - w * 0.07, yy - h * 0.12, w * 0.14, h * 0.14, dim(c, 0.3)) +
      [
        [0.06, 0.52, 1],
        [0.3, 0.74, 0.76],
        [0.54, 1, 0.5],
      ]
        .map(
          ([a, b, k]) =>
            tier(a!, b!, k!, c) +
            (snow
              ? path(
                  `M${f(x)} ${f(yy - h * b!)}L${f(x - w * k! * 0.92)} ${f(yy - h * a! - h * 0.02)}Q${f(x - w * k! * 0.4)} ${f(yy - h * (a! + 0.1))} ${f(x - w * 0.04)} ${f(yy - h * (a! + 0.06))}Z`,
                  snow,
                  'opacity=".85"',
                )
              : ''),
        )
        .join('')
    )
  }).join('')
}
export function hut(s: Sheet, x: number, y: number, k: number, wall = '#5a3a3a', lit = true): string {
  return `<g transform="translate(${x} ${y}) scale(${k})">${[
    rect(60, -236, 34, 80, '#4a3440'),
    rect(54, -246, 46, 16, '#eef3fb'),
    path('M-150 0V-110L0 -226L150 -110V0Z', s.lin([lift(wall, 0.12), dim(wall, 0.25)], 0)),
    ...Array.from({ length: 6 }, (_, i) =>
      line(-148, -18 - i * 20, 148, -18 - i * 20, dim(wall, 0.45), 3, 'opacity=".6"'),
    ),
    path('M-186 -92L0 -250L186 -92L170 -70L0 -212L-170 -70Z', '#eef3fb'),
    path('M0 -250L186 -92L170 -70L0 -212Z', '#b9c8e6'),
    ...[-92, 22].map(
      (wx) =>
        rect(wx, -104, 62, 58, lit ? '#ffd98a' : '#8fb0cc', 'rx="4"') +
        (lit
          ? rect(
              wx,
              -104,
              62,
              58,
              s.rad(
                [
                  [0, '#fff4cf', 0.9],
                  [1, '#ffb04d', 0],
                ],
                0.4,
                0.6,
                0.7,
              ),
            )
          : '') +
        line(wx + 31, -104, wx + 31, -46, dim(wall, 0.5), 5) +
        line(wx, -76, wx + 62, -76, dim(wall, 0.5), 5),
    ),
    path('M98 0V-70A18 18 0 0 1 134 -70V0Z', '#a8402f'),
    path('M-230 14C-150 -8 -60 -10 0 0C80 -12 160 -6 236 14C160 30 -150 30 -230 14Z', '#e6eefa'),
  ].join('')}</g>`
}
/** Everything is fixed except the sun's position; t 0..1 raises the sun and makes the colours warmer. */
export function dawn(w: number, h: number, t: number): Sheet {
  const s = new Sheet(w, h)
  const sun = { x: w * 0.655, y: h * (0.56 - 0.27 * t) }
  const warm = Math.min(1, t * 1.25)
  s.fill(
    s.lin([
      [0, mix('#2a3168', '#4a5da8', warm)],
      [0.3, mix('#5a4a86', '#8a84bb', warm)],
      [0.52, mix('#b0677f', '#f6a98c', warm)],
      [0.66, mix('#e88a72', '#ffcf9a', warm)],
      [1, '#ffe2b4'],
    ]),
  )
  s.add(
    glow(s, sun.x, sun.y, h * 0.62, '#ffe6b0', 0.5 + 0.4 * warm),
    circ(sun.x, sun.y, h * 0.082, mix('#ffb98a', '#fff3d8', warm)),
  )
  const cols = ['#c99bb0', '#9a7fa8', '#6f6798', '#4a4f82', '#2c3762', '#1d2748']
  cols.forEach((c, i) => {
    const y = h * (0.41 + i * 0.083)
    s.add(path(ridge(w, h, y, h * (0.07 - i * 0.006), `d${i}`, 0.72, w / 46), mix(dim(c, 0.24), c, warm)))
    s.add(
      rect(
        0,
        y + h * 0.04,
        w,
        h * 0.12,
        s.lin([
          [0, '#ffd9b8', 0],
          [1, '#ffd0ae', 0.2 * (1 - i / 7)],
        ]),
      ),
    )
  })
  s.add(
    rect(0, h * 0.885, w, h * 0.12, s.lin([mix('#5b4f78', '#d9a08e', warm), '#2a3560', '#1b2446'])),
    glitter(sun.x, h * 0.895, w * 0.17, h * 0.1, 'dg'),
  )
  s.add(
    path(
      `M0 ${h * 0.9}C${w * 0.1} ${h * 0.88} ${w * 0.22} ${h * 0.9} ${w * 0.34} ${h * 0.97}L${w * 0.36} ${h}L0 ${h}Z`,
      '#101a38',
    ),
    pines(w * 0.01, w * 0.25, h * 0.94, [h * 0.13, h * 0.27], '#101a38', 'dp', 9),
  )
  return s
}
export const scenes: Record<string, () => Sheet> = {
  'rune-dawn': () => {
    const s = dawn(1600, 1067, 0.82)
    s.add(
      at2(
        530,
        1018,
        0.6,
        figure(
          {
            head: [0, -186],
            neck: [0, -166],
            hip: [0, -96],
            face: 'back',
            armA: [
              [20, -130],
              [14, -104],
            ],
            armB: [
              [-20, -130],
              [-14, -104],
            ],
            legA: [
              [7, -48],
              [9, -4],
            ],
            legB: [
              [-7, -48],
              [-8, -4],
            ],
          },
          { ...RUNE, top: '#16204a', bottom: '#101835', hairColour: '#7a3440', skin: 'umber' },
        ),
      ),
    )
    return s.light(0.14, 0.65, 0.35)
  },
  'rune-hut': () => {
    const s = new Sheet(1280, 1600)
    s.fill(s.lin(['#0d1436', '#1c2a62', '#31488a', '#5a76b4']))
    s.add(stars(1280, 800, 210, 'hs'))
    const band = (x: number, c: string, o: number, sk: number): string =>
      `<g opacity="${o}" ${s.blur(26)}>${path(
        `M${x} 60C${x + 160} 240 ${x - 140} 420 ${x + 60} 640C${x + 130} 720 ${x + 40} 800 ${x + 90} 900L${x + 220 + sk} 860C${x + 160 + sk} 760 ${x + 260 + sk} 690 ${x + 200 + sk} 590C${x + 60 + sk} 400 ${x + 330 + sk} 230 ${x + 200 + sk} 20Z`,
        s.lin([
          [0, c, 0],
          [0.35, c, 1],
          [1, c, 0],
        ]),
      )}</g>`
    s.add(band(140, '#6ff0b0', 0.62, 40), band(560, '#58e0c0', 0.5, 90), band(860, '#a58cf0', 0.5, 40))
    s.add(
      path(ridge(1280, 1600, 900, 110, 'hm1', 0.8, 40), '#34508e'),
      path(ridge(1280, 1600, 1000, 80, 'hm2', 0.8, 40), '#26407a'),
      pines(-20, 1300, 1150, [110, 210], '#182c5c', 'hp', 24, '#8fa9dc'),
    )
    s.add(
      path(ridge(1280, 1600, 1160, 34, 'snow', 0.1, 120), s.lin(['#cfdcf4', '#7f9ad0', '#4a66a6'])),
      glow(s, 700, 1210, 420, '#ffcf7d', 0.6),
      `<g ${s.blur(10)} opacity=".5">${stroke('M862 800C890 740 820 700 860 630C890 580 840 540 880 470', '#dfe8fb', 34)}</g>`,
      hut(s, 700, 1270, 1.55),
      path('M640 1290L820 1290L980 1600L430 1600Z', '#ffdf9a', `opacity=".28" ${s.blur(16)}`),
    )
    s.add(
      ...Array.from({ length: 11 }, (_, i) =>
        ell(890 - i * 52 + (i % 2) * 34, 1316 + i * 27, 12 + i * 1.4, 6 + i * 0.8, '#40599a', 'opacity=".75"'),
      ),
      line(460, 1290, 486, 1080, '#c9563a', 12),
      line(500, 1290, 500, 1080, '#c9563a', 12),
      pines(20, 300, 1440, [330, 470], '#0f1f48', 'hf', 3, '#9fb6e4'),
      path('M0 1440C200 1400 420 1470 640 1560L640 1600L0 1600Z', '#6d88c4'),
    )
    return s.light(0.14, 0.55, 0.8, '#ffcf7d')
  },
  'rune-ski': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#6fb3e0', '#b9def0', '#fff0d4']))
    s.add(glow(s, 260, 180, 420, '#fff4d0', 0.9), circ(260, 180, 58, '#fffaf0'))
    s.add(
      path(ridge(1600, 900, 330, 120, 's1', 0.85, 44), '#a9c4e2'),
      path(ridge(1600, 900, 430, 90, 's2', 0.85, 44), '#86a8d2'),
    )
    s.add(
      path('M980 420L1200 120L1290 240L1340 190L1560 460L1660 620L900 620Z', '#6d90c2'),
      path('M1200 120L1290 240L1250 300L1210 260L1150 330L1090 300L980 420L900 620L1060 620L1130 430Z', '#f5f9ff'),
      path('M1340 190L1560 460L1480 430L1420 470L1370 380L1330 400Z', '#e6eefa'),
    )
    s.add(
      path(ridge(1600, 900, 560, 40, 's3', 0.1, 160), s.lin(['#fffaf0', '#cfe0f4'])),
      path(
        'M-20 640C300 560 640 700 980 640C1240 600 1440 640 1640 690L1640 920L-20 920Z',
        s.lin(['#fffdf6', '#d7e6f6', '#a5c2e4']),
      ),
    )
    s.add(
      stroke('M1640 720C1300 690 1140 760 860 750C560 740 300 800 -20 900', '#9fbde0', 9),
      stroke('M1640 736C1300 706 1140 778 860 768C560 760 320 824 20 920', '#9fbde0', 9),
    )
    s.add(
      path(
        'M880 756L1000 738C1140 780 1300 850 1460 900L1240 900C1120 850 990 800 880 772Z',
        '#7fa3d4',
        'opacity=".45"',
      ),
    )
    s.add(
      `<g transform="translate(860 752) scale(1.62)">${line(-92, 6, 96, -3, '#d7553a', 6)}${line(-74, 0, 118, -12, '#a8402f', 6)}${figure(
        {
          head: [-24, -178],
          neck: [-18, -158],
          hip: [0, -92],
          face: 'left',
          tilt: -6,
          armA: [
            [-40, -126],
            [-62, -112],
          ],
          armB: [
            [2, -120],
            [-4, -96],
          ],
          legA: [
            [-30, -52],
            [-14, -2],
          ],
          legB: [
            [18, -46],
            [50, -12],
          ],
          toeA: [-30, 0],
          toeB: [34, -6],
        },
        { ...RUNE, top: '#e39a2f' },
      )}${path('M-8 -158C14 -166 30 -150 30 -124L24 -92C8 -88 -2 -96 -4 -104Z', '#35603f')}${path('M8 -160C20 -160 30 -150 30 -124L26 -100C14 -104 12 -130 8 -160Z', '#24452d')}${rect(0, -174, 30, 14, '#c94f3a', 'rx="7" transform="rotate(10 14 -168)"')}${line(-66, -112, -100, 0, '#4a3a3a', 3.6)}${line(-6, -94, 44, 2, '#4a3a3a', 3.6)}</g>`,
    )
    s.add(pines(30, 300, 700, [150, 260], '#3d6a8e', 'sp', 5, '#f5f9ff'))
    return s.light(0.2, 0.16, 0.2)
  },
  'rune-stove': () => {
    const s = new Sheet(1400, 1400)
    s.fill(s.lin(['#6a4432', '#3d261f'], 80))
    for (let i = 0; i < 9; i++)
      s.add(
        rect(0, i * 120, 1400, 114, s.lin([i % 2 ? '#87573d' : '#7d4f37', '#5a3728'])),
        line(0, i * 120, 1400, i * 120, '#2a1712', 5),
      )
    s.add(
      archWindow(
        s,
        150,
        150,
        420,
        500,
        rect(150, 150, 420, 500, s.lin(['#253a78', '#6f8fcf', '#c4d3f0'])) +
          path('M150 560L280 400L360 480L450 380L570 560L570 650L150 650Z', '#eef3fb') +
          circ(450, 260, 34, '#fff6dc') +
          Array.from({ length: 30 }, (_, i) =>
            circ(150 + ((i * 97) % 420), 170 + ((i * 61) % 440), 3.6, '#fff', 'opacity=".8"'),
          ).join(''),
        '#3d241b',
        18,
      ),
    )
    s.add(rect(0, 1080, 1400, 320, s.lin(['#5a3a2a', '#2c1a16'])), glow(s, 900, 960, 620, '#ff9f45', 0.55))
    s.add(rect(850, -10, 110, 640, s.lin(['#4a4f56', '#23272c'], 0)), rect(836, 420, 138, 26, '#5b6169'))
    s.add(
      s.soft(900, 1250, 360, 40),
      rect(640, 630, 530, 520, s.lin(['#4b5058', '#23262b', '#191b1f'], 20), 'rx="26"'),
      rect(612, 610, 586, 44, '#5d636b', 'rx="10"'),
      rect(700, 1140, 44, 110, '#191b1f'),
      rect(1066, 1140, 44, 110, '#191b1f'),
    )
    s.add(
      path('M730 1060V860A175 175 0 0 1 1080 860V1060Z', '#15171a'),
      path(
        'M752 1044V864A153 153 0 0 1 1058 864V1044Z',
        s.rad(
          [
            [0, '#fff0b0'],
            [0.4, '#ffb347'],
            [1, '#c8451f'],
          ],
          0.5,
          0.85,
          0.8,
        ),
      ),
      ...[
        [820, 90],
        [880, 150],
        [940, 120],
        [1000, 80],
      ].map(([x, h]) =>
        path(
          `M${x! - 40} 1044C${x! - 60} ${1000 - h! * 0.3} ${x! - 6} ${990 - h! * 0.5} ${x!} ${1020 - h! * 1.4}C${x! + 24} ${1000 - h! * 0.4} ${x! + 54} ${1010 - h! * 0.2} ${x! + 36} 1044Z`,
          '#ffe38a',
          'opacity=".85"',
        ),
      ),
      rect(780, 1014, 260, 32, '#5a2a1a', 'rx="14"'),
      ...[810, 860, 910, 960, 1010].map((x) => line(x, 740, x, 1044, '#15171a', 9)),
      circ(1110, 900, 16, '#d7b36a'),
    )
    s.add(
      steam(s, 800, 400, 170, '#fff2dc', 0.5),
      path(
        'M690 612V500C690 440 740 420 800 420C860 420 910 440 910 500V612Z',
        s.lin(['#5aa0c8', '#2a6a94', '#1c4a6a'], 0),
      ),
      rect(760, 404, 80, 20, '#1c4a6a', 'rx="8"'),
      circ(800, 396, 12, '#d7b36a'),
      path('M900 470L986 420L998 440L912 540Z', '#24597e'),
      stroke('M712 440C720 330 880 330 888 440', '#24323a', 12),
    )
    s.add(stroke('M560 300C760 340 1000 330 1400 250', '#d9c3a0', 5))
    const sock = (x: number, y: number, c: string): string =>
      `<g transform="translate(${x} ${y})">${path('M-24 0L24 0L24 120C24 140 70 150 74 172C70 190 20 190 -4 176C-22 164 -24 140 -24 120Z', c)}${rect(-24, 0, 48, 26, lift(c, 0.55))}${path('M24 120C24 140 70 150 74 172C70 184 50 188 34 186C30 170 10 150 24 120Z', dim(c, 0.25))}${rect(-24, 50, 48, 12, lift(c, 0.4))}${rect(-5, -14, 10, 30, '#e9cfa4')}</g>`
    s.add(sock(1060, 322, '#c94f3a'), sock(1180, 306, '#3a6a8e'), sock(1300, 284, '#3f7a56'))
    s.add(
      mug(s, 330, 1130, 130, '#f2e6d4'),
      ...[
        [120, 1290],
        [220, 1290],
        [320, 1290],
        [170, 1210],
        [270, 1210],
      ].map(
        ([x, y]) =>
          ell(x!, y!, 52, 46, '#6b432e') +
          ell(x!, y!, 44, 39, '#d9ad7c') +
          ell(x!, y!, 26, 22, 'none', 'stroke="#a8744c" stroke-width="4"'),
      ),
    )
    return s.light(0.24, 0.62, 0.65, '#ff9f45')
  },
  'rune-camera': () => {
    const s = new Sheet(1600, 1067)
    s.add(planks(s, 0, 0, 1600, 1067, '#c39368', '#7d5237', 6, 'cam'))
    s.add(rect(96, 150, 760, 640, '#2a140c', `transform="rotate(-8 480 470)" opacity=".4" ${s.blur(14)}`))
    const map = [
      rect(80, 120, 760, 640, '#efe6cf'),
      ...Array.from({ length: 9 }, (_, i) =>
        ell(330, 400, 40 + i * 42, 30 + i * 33, 'none', `stroke="#b98d66" stroke-width="3" opacity=".75"`),
      ),
      ...Array.from({ length: 5 }, (_, i) =>
        ell(690, 250, 30 + i * 34, 22 + i * 30, 'none', `stroke="#b98d66" stroke-width="3" opacity=".75"`),
      ),
      path('M80 640C240 600 300 700 480 660C640 620 700 700 840 650L840 760L80 760Z', '#9fcbe0'),
      stroke(
        'M150 220C240 300 330 280 380 380C430 480 560 450 620 540L760 560',
        '#c8402f',
        6,
        'stroke-dasharray="4 16"',
      ),
      path('M356 372L384 340L412 372V400H356Z', '#c8402f'),
      line(333, 120, 333, 760, '#cbb994', 3),
      line(586, 120, 586, 760, '#cbb994', 3),
      rect(333, 120, 253, 640, '#8a6a44', 'opacity=".07"'),
    ]
    const cl = s.clip(rect(80, 120, 760, 640, '#000'))
    s.add(g(g(map, cl), 'transform="rotate(-8 460 440)"'))
    s.add(
      stroke('M640 420C520 300 420 220 560 110C760 -30 1340 20 1420 250C1450 340 1440 400 1380 450', '#4a2a1c', 30),
      stroke('M640 420C520 300 420 220 560 110C760 -30 1340 20 1420 250C1450 340 1440 400 1380 450', '#8a5236', 20),
    )
    s.add(s.soft(1010, 800, 460, 60, '#20100a', 0.55, 24))
    s.add(
      rect(760, 300, 240, 90, s.lin(['#dfe3e4', '#9aa3a8']), 'rx="10"'),
      path('M860 300L900 236H1110L1150 300Z', s.lin(['#f3f5f4', '#a9b2b6'])),
      rect(620, 330, 780, 110, s.lin(['#eef1f0', '#aab3b7']), 'rx="26"'),
      rect(610, 410, 800, 330, s.lin(['#3d3733', '#1f1b1a']), 'rx="22"'),
      rect(620, 690, 780, 70, s.lin(['#c4cbce', '#868f95']), 'rx="20"'),
      circ(700, 318, 38, '#c4cbce'),
      circ(700, 312, 34, s.lin(['#fafafa', '#8d979c'], 40)),
      rect(1250, 296, 90, 40, '#c4cbce', 'rx="10"'),
      circ(1330, 300, 20, '#8d979c'),
      rect(940, 256, 130, 46, '#23282c', 'rx="6"'),
      rect(952, 264, 60, 30, '#6d93a8', 'rx="4" opacity=".8"'),
    )
    s.add(
      circ(1005, 570, 218, '#14110f', 'opacity=".5"'),
      circ(1005, 560, 212, s.lin(['#d9dfe0', '#7b858b'], 45)),
      circ(1005, 560, 190, '#23211f'),
      circ(1005, 560, 158, s.lin(['#4b4744', '#141211'], 45)),
      circ(
        1005,
        560,
        120,
        s.rad(
          [
            [0, '#5a3f8c'],
            [0.5, '#1d3358'],
            [1, '#0b0f1a'],
          ],
          0.4,
          0.36,
          0.8,
        ),
      ),
      path('M930 500A96 96 0 0 1 1010 458L1000 500A60 60 0 0 0 958 530Z', '#cfe8fa', 'opacity=".7"'),
      circ(1050, 610, 16, '#f2a36a', 'opacity=".6"'),
      circ(1005, 560, 200, 'none', 'stroke="#f3f5f4" stroke-width="2" opacity=".7"'),
    )
    const roll = (x: number, y: number, t: number, c: string): string =>
      put(
        x,
        y,
        t,
        ell(60, 84, 110, 20, '#20100a', `opacity=".4" ${s.blur(8)}`) +
          rect(-60, -46, 130, 108, s.lin([lift(c, 0.35), c, dim(c, 0.35)]), 'rx="8"') +
          rect(-60, -46, 130, 22, '#23211f', 'rx="6"') +
          rect(-60, 42, 130, 22, '#23211f', 'rx="6"') +
          rect(-84, -14, 26, 44, '#23211f', 'rx="4"') +
          rect(66, -30, 150, 76, '#6a4a38') +
          Array.from(
            { length: 7 },
            (_, i) => rect(76 + i * 20, -24, 10, 9, '#e6cfae') + rect(76 + i * 20, 30, 10, 9, '#e6cfae'),
          ).join(''),
      )
    s.add(
      roll(300, 900, -12, '#e3ad3f'),
      roll(700, 940, 8, '#d7553a'),
      mug(s, 1450, 1000, 150, '#3a6a8e'),
      steam(s, 1450, 850, 140),
    )
    return s.light(0.26)
  },
  'rune-fjord': () => {
    const s = new Sheet(1600, 900)
    s.fill(s.lin(['#8fc3e0', '#cfe6ea', '#fbead0']))
    s.add(
      path(ridge(1600, 900, 250, 90, 'f1', 0.8, 44), '#b5cddb'),
      path('M-40 -20L330 40L470 230L560 420L640 560L-40 560Z', s.lin(['#6f93a4', '#4a7484'])),
      path('M1640 -60L1180 60L1060 240L960 420L900 560L1640 560Z', s.lin(['#557f8e', '#35606f'])),
      path('M-40 180L220 260L420 430L560 560L-40 560Z', '#3d6a6e'),
      path('M1640 200L1400 280L1240 430L1080 560L1640 560Z', '#2a5560'),
      path(
        'M330 40L390 130L340 110L300 140L230 60ZM1180 60L1250 150L1300 110L1360 150L1420 10Z',
        '#f5f9ff',
        'opacity=".92"',
      ),
    )
    s.add(
      path('M392 150C400 260 384 330 396 430L420 430C408 330 424 260 408 160Z', '#f5fbff', 'opacity=".9"'),
      ell(408, 432, 46, 16, '#fff', `opacity=".7" ${s.blur(8)}`),
    )
    s.add(
      rect(0, 555, 1600, 345, s.lin(['#b7d6d8', '#5f9aa8', '#24596c'])),
      path('M-40 556L560 556L430 700L230 790L-40 800Z', '#2f646c', `opacity=".5" ${s.blur(8)}`),
      path('M1640 556L1080 556L1200 700L1360 790L1640 800Z', '#1d4a58', `opacity=".5" ${s.blur(8)}`),
      glitter(780, 566, 200, 240, 'fj', '#fffaf0', 0.7),
    )
    s.add(
      path('M1040 640C1180 590 1400 580 1640 600L1640 920L1180 920C1100 800 1020 720 1040 640Z', '#4f7a56'),
      path('M1040 640C1140 610 1200 620 1230 660C1180 700 1140 760 1180 920C1100 800 1020 720 1040 640Z', '#7a8f7a'),
      pines(1420, 1620, 640, [150, 240], '#24504a', 'fp', 5),
    )
    s.add(
      `<g transform="translate(1230 690) scale(1.25)">${path('M-130 0V-100L-40 -170L50 -100V0Z', '#b8392c')}${path('M50 -100L170 -100V0H50Z', '#8f2a22')}${path('M-150 -92L-40 -184L150 -184L188 -92L50 -92L-40 -166Z', '#4a4444')}${path('M-150 -92L-40 -184L-40 -166L-134 -84Z', '#6a6262')}${Array.from({ length: 8 }, (_, i) => line(-120 + i * 22, -92, -120 + i * 22, 0, '#8f2a22', 2, 'opacity=".6"')).join('')}${rect(-76, -86, 70, 86, '#f3e6d2')}${line(-41, -86, -41, 0, '#b9a58c', 4)}${rect(80, -76, 50, 40, '#ffdf9a')}${rect(80, -76, 50, 40, 'none', 'stroke="#f3e6d2" stroke-width="6"')}</g>`,
    )
    s.add(
      line(1130, 712, 900, 770, '#6a4a34', 20),
      ...[900, 980, 1060].map((x) => line(x, 764 - (x - 900) * 0.25, x, 850 - (x - 900) * 0.2, '#4a3226', 12)),
      path('M600 762L860 770C850 810 800 822 730 820C660 818 616 800 600 762Z', '#e8dcc4'),
      path('M600 762L860 770L856 786L606 778Z', '#3a6a8e'),
      line(700, 766, 770, 768, '#7d4f31', 12),
      ell(730, 830, 140, 9, '#173f4e', 'opacity=".5"'),
    )
    return s.light(0.2, 0.45, 0.2)
  },
}
export function cover(): Sheet {
  const s = new Sheet(1600, 500)
  return s.embed(dawn(1600, 700, 0.9), 0, -190, 1)
}
const at2 = (x: number, y: number, k: number, inner: string): string =>
  `<g transform="translate(${x} ${y}) scale(${k})">${inner}</g>`
