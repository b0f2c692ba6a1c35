import type { InstalledPackage } from './packages.ts'

/** Permissive licences: their notice is all they request. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]
const PERMISSIVE_TOO = ['OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib', 'CC-BY-4.0', 'CC-BY-3.0']
/** Copyleft that ends at the file. node-datachannel writes it with a space. */
const FILE_COPYLEFT = ['MPL-2.0', 'MPL 2.0']
/** Copyleft that is limited to the library, which remains a separate file that anyone may replace. */
const LIBRARY_COPYLEFT = ['LGPL-2.1-or-later', 'LGPL-3.0', 'LGPL-3.0-or-later']

const ALLOWED = new Set([...PERMISSIVE, ...PERMISSIVE_TOO, ...FILE_COPYLEFT, ...LIBRARY_COPYLEFT])

/** True when some way to read the licence is on the list: “A OR B” needs one of the two, “A AND B” both. */
export function isAllowed({ licence }: Pick<InstalledPackage, 'licence'>): boolean {
  return licence
    .replaceAll(/[()]/g, '')
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((part) => ALLOWED.has(part.trim())))
}
