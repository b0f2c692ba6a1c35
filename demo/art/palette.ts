/** Colours of the demo world, taken from the five brand ramps and warmed towards plaster and ink. */
export const C = {
  ink: '#241d16',
  night: '#14142c',
  plaster: '#f3e9dc',
  cream: '#fff3dc',
  ivory: '#fbf6ec',
  sand: '#e6cfae',
  wood: '#b98d66',
  woodDark: '#7d4f31',
  woodDeep: '#4f2f20',
  sky: '#42b1e8',
  skyDeep: '#2278a6',
  skyPale: '#bfe4f7',
  teal: '#1c6a8f',
  petrol: '#184f66',
  lamp: '#ffbd58',
  lampDeep: '#e39a2f',
  ember: '#e4603f',
  emberDeep: '#b5412b',
  coral: '#f28b66',
  peach: '#fbc79f',
  rose: '#ef7f8a',
  plum: '#6b2a78',
  plumDeep: '#3b1a4a',
  magenta: '#b8287c',
  leaf: '#4f9a4a',
  leafDeep: '#235c3f',
  leafPale: '#b9dca0',
  moss: '#7a9a4e',
  clay: '#cf7650',
  clayDeep: '#95492e',
  navy: '#1e2c52',
  indigo: '#35427e',
  white: '#fffaf2',
} as const

export type Skin = { base: string; shade: string; line: string; blush: string; lip: string }
export const SKIN: Record<'pale' | 'fair' | 'rosy' | 'olive' | 'tan' | 'brown' | 'umber' | 'deep', Skin> = {
  pale: { base: '#f8dcc8', shade: '#dcb69e', line: '#b98a72', blush: '#f0a08e', lip: '#bf4a4a' },
  fair: { base: '#f5cfae', shade: '#d7a683', line: '#b07c5a', blush: '#ee9680', lip: '#b8453f' },
  rosy: { base: '#f2c4a6', shade: '#d39b7c', line: '#a8704f', blush: '#ea8873', lip: '#b03f3c' },
  olive: { base: '#e3b388', shade: '#c08c62', line: '#946343', blush: '#db8163', lip: '#a93f3a' },
  tan: { base: '#cf9765', shade: '#a87146', line: '#7f4f2e', blush: '#cf6e4c', lip: '#9f3a35' },
  brown: { base: '#a86d43', shade: '#82502f', line: '#5e361d', blush: '#b55a3a', lip: '#8e3130' },
  umber: { base: '#7d4c30', shade: '#5d3621', line: '#432414', blush: '#964630', lip: '#8a2f33' },
  deep: { base: '#5c3725', shade: '#432618', line: '#2e180e', blush: '#7c3a2a', lip: '#87303a' },
}

const channels = (hex: string): number[] => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))
/** Mixes two hex colours; t=0 gives a, t=1 gives b. */
export function mix(a: string, b: string, t: number): string {
  const x = channels(a)
  const y = channels(b)
  return (
    '#' +
    x
      .map((v, i) =>
        Math.round(v + (y[i]! - v) * t)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')
  )
}
/** Towards warm light or warm dark. */
export const lift = (c: string, t: number): string => mix(c, '#fff4de', t)
export const dim = (c: string, t: number): string => mix(c, '#2a1420', t)
