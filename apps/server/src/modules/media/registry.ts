// Every kind of thing that can be addressed, in one table. What is not here can't be stored as a variant, addressed or served;
// the private-media check builds its cases from these keys.

export interface VariantKind {
  /** A file of its own, a folder of parts, the original as it came, or made from other variants when asked for. */
  storage: 'file' | 'folder' | 'original' | 'made' | 'archive'
  /** `gated` asks the door at every request; `own` is for one person and no staff; `public` is the same for everybody. */
  audience: 'gated' | 'own' | 'public'
  /** How long an address works; null where it works for ever. Public files are cached by everybody. */
  lifeSeconds: number | null
  cacheControl: string
  /** Shown in place, or saved under the name it was uploaded with. */
  disposition: 'inline' | 'attachment'
  /** Which decoder policy made it; null where no decoder touched it. */
  sandbox: 'photo' | 'video' | 'sound' | null
  /** Compared with lists of known illegal material before anybody sees it; an archive is seen by nobody but who uploaded what is in it. */
  matched: boolean
  /** Names of parts that may be asked for. */
  parts: RegExp
}

const minutes = (count: number) => count * 60
const picture = /^([a-z]+-){1,2}\d+\.(avif|webp|jpeg|png)$/
const gated = {
  audience: 'gated',
  lifeSeconds: minutes(5),
  cacheControl: 'private, max-age=60',
  disposition: 'inline',
  matched: true,
} as const
// A minute, so that what is taken down is gone everywhere a minute later.
const open = {
  audience: 'public',
  lifeSeconds: null,
  cacheControl: 'public, max-age=60',
  disposition: 'inline',
  matched: true,
} as const

export const variantKinds = {
  photo: { ...gated, storage: 'file', sandbox: 'photo', parts: picture },
  animation: { ...gated, storage: 'file', sandbox: 'photo', parts: /^animation\.webp$/ },
  poster: { ...gated, storage: 'file', sandbox: 'video', parts: picture },
  sprite: { ...gated, storage: 'file', sandbox: 'video', parts: /^sprite\.jpeg$/ },
  // Addresses in a playlist change each minute, so that a kept copy would only lead to refusals.
  'hls-master': {
    ...gated,
    storage: 'made',
    sandbox: null,
    cacheControl: 'private, no-store',
    parts: /^master\.m3u8$/,
  },
  'hls-rendition': { ...gated, storage: 'folder', sandbox: 'video', parts: /^(index\.m3u8|init\.mp4|s\d{5}\.m4s)$/ },
  sound: { ...gated, storage: 'file', sandbox: 'sound', parts: /^sound\.m4a$/ },
  waveform: { ...gated, storage: 'file', sandbox: 'sound', parts: /^waveform\.json$/ },
  original: {
    ...gated,
    storage: 'original',
    sandbox: null,
    lifeSeconds: minutes(10),
    cacheControl: 'private, no-store',
    disposition: 'attachment',
    parts: /^file$/,
  },
  /** Somebody's own data, made by modules/exports. */
  'data-export': {
    audience: 'own',
    storage: 'archive',
    sandbox: null,
    lifeSeconds: minutes(10),
    cacheControl: 'private, no-store',
    disposition: 'attachment',
    matched: false,
    parts: /^file$/,
  },
  'profile-picture': { ...open, storage: 'file', sandbox: 'photo', parts: picture },
  'locked-preview': { ...open, storage: 'file', sandbox: 'photo', parts: /^preview\.webp$/ },
} as const satisfies Record<string, VariantKind>

export type VariantKindName = keyof typeof variantKinds
export const isVariantKind = (name: string): name is VariantKindName => Object.hasOwn(variantKinds, name)

/** Purposes whose pictures everybody sees: they stand beside a name wherever it is written, or on every page. */
const openPurposes = new Set(['avatar', 'cover', 'site-logo', 'site-icon', 'site-picture'])
export const pictureKind = (purpose: string): VariantKindName =>
  openPurposes.has(purpose) ? 'profile-picture' : 'photo'
