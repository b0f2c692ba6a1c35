import { z } from 'zod'

// Option lists of a performer's profile (spec §3): the values exactly as written there.
// spec: options.height, options.weight, options.age, options.age-start, options.bodyType, options.ethnicity, options.buttSize
// spec: options.hairColor, options.eyeColor, options.gender, options.orientation

export interface Option {
  value: string
  label: string
}

const labelled = (values: readonly string[], labels: Record<string, string> = {}): Option[] =>
  values.map((value) => ({ value, label: labels[value] ?? readableName(value) }))
const readableName = (value: string): string =>
  value
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase())

/** `under_140`, bands of three from 140_142 to 188_190, `over_190`. */
const bands = (under: number, first: number, last: number, over: number, unit: string): Option[] => [
  { value: `under_${under}`, label: `Under ${under} ${unit}` },
  ...threes(first, last).map(([from, to]) => ({ value: `${from}_${to}`, label: `${from}–${to} ${unit}` })),
  { value: `over_${over}`, label: `Over ${over} ${unit}` },
]
const threes = (first: number, last: number): [number, number][] =>
  Array.from({ length: (last - first) / 3 + 1 }, (_, index) => [first + index * 3, first + index * 3 + 2])

export const options = {
  height: bands(140, 140, 188, 190, 'cm'),
  weight: bands(40, 40, 97, 100, 'kg'),
  age: [
    { value: '18_19', label: '18–19' },
    ...threes(20, 47).map(([from, to]) => ({ value: `${from}_${to}`, label: `${from}–${to}` })),
    { value: 'over_50', label: 'Over 50' },
  ],
  bodyType: labelled([
    'fit',
    'slim',
    'curvy',
    'large',
    'toned',
    'petite',
    'ripped',
    'tanned',
    'runner',
    'swimmer',
    'muscular',
    'gymBody',
  ]),
  ethnicity: labelled(
    [
      'asian',
      'white',
      'latino',
      'hispanic',
      'black or african america',
      'american indian or alaska native',
      'native hawaiian or other pacific islander',
    ],
    {
      'black or african america': 'Black or African American',
      'american indian or alaska native': 'American Indian or Alaska Native',
      'native hawaiian or other pacific islander': 'Native Hawaiian or other Pacific Islander',
    },
  ),
  buttSize: labelled(['x-large', 'large', 'medium', 'small'], { 'x-large': 'Extra large' }),
  hairColor: labelled([
    'red',
    'yellow',
    'blond',
    'black',
    'brown',
    'white',
    'brunet',
    'blue',
    'green',
    'pink',
    'ginger',
    'multiColored',
  ]),
  eyeColor: labelled(['blue', 'brown', 'green', 'amber', 'gray', 'hazel', 'red']),
  gender: labelled(['male', 'female', 'transgender'], { transgender: 'Trans' }),
  sexualOrientation: labelled(['straight', 'lesbian', 'gay', 'bisexual', 'transgender']),
} satisfies Record<string, Option[]>

export type OptionList = keyof typeof options

/** One value of an option list. */
export const optionOf = (list: OptionList) =>
  z.enum(options[list].map((option) => option.value) as [string, ...string[]])

/** The age band for an age in years. */
export function ageBand(age: number): string {
  if (age >= 50) return 'over_50'
  if (age < 20) return '18_19'
  const from = 20 + Math.floor((age - 20) / 3) * 3
  return `${from}_${from + 2}`
}
