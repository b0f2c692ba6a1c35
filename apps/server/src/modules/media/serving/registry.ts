import type { Scope } from './address.ts'

// Every kind of thing that can be addressed, in one table. What is not here can't be stored as a variant, addressed or served;
// the private-media check builds its cases from these keys.

export interface VariantKind {
  /** A single file, a folder of segments, the unchanged original, generated from other variants on request, or text in the database. */
  storage: 'file' | 'folder' | 'original' | 'made' | 'archive' | 'text'
  /** `gated` checks access at every request; `own` is for one person and no staff; `public` is the same for every viewer. */
  audience: 'gated' | 'own' | 'public'
  /** The scope of its addresses. The display variants of a public file are in the public scope, too. */
  scope: Scope
  cacheControl: string
  /** Displayed inline, or downloaded under its upload file name. */
  disposition: 'inline' | 'attachment'
  /** Which decoder policy made it; null where no decoder touched it. */
  sandbox: 'photo' | 'video' | 'audio' | null
  /** Matched against lists of known illegal material before anyone sees it; an archive is only visible to the user who uploaded it. */
  matched: boolean
}

const gated = {
  audience: 'gated',
  scope: 'display',
  cacheControl: 'private, max-age=60',
  disposition: 'inline',
  matched: true,
} as const
/** A minute and not longer: what is taken down is gone everywhere a minute later. */
export const publicCacheControl = 'public, max-age=60, must-revalidate'
const open = {
  audience: 'public',
  scope: 'public',
  cacheControl: publicCacheControl,
  disposition: 'inline',
  matched: true,
} as const
const saved = {
  cacheControl: 'private, no-store',
  disposition: 'attachment',
} as const

export const variantKinds = {
  photo: { ...gated, storage: 'file', sandbox: 'photo' },
  animation: { ...gated, storage: 'file', sandbox: 'photo' },
  poster: { ...gated, storage: 'file', sandbox: 'video' },
  sprite: { ...gated, storage: 'file', sandbox: 'video' },
  'hls-master': { ...gated, storage: 'made', sandbox: null },
  'hls-rendition': { ...gated, storage: 'folder', sandbox: 'video' },
  audio: { ...gated, storage: 'file', sandbox: 'audio' },
  waveform: { ...gated, storage: 'file', sandbox: 'audio' },
  /** WebVTT, as `webvtt.ts` writes it. */
  captions: { ...gated, storage: 'text', sandbox: null, matched: false },
  original: { ...gated, ...saved, storage: 'original', scope: 'original', sandbox: null },
  /** The largest rendition of a video as one file. */
  'saved-video': { ...gated, ...saved, storage: 'made', scope: 'saved', sandbox: null },
  /** A user's own data, created by modules/leaving/exports. */
  'data-export': { ...saved, audience: 'own', scope: 'archive', storage: 'archive', sandbox: null, matched: false },
  'profile-image': { ...open, storage: 'file', sandbox: 'photo' },
  /** Travels inside the JSON of a locked file, so that no address of that file has to be given away. */
  'locked-preview': { ...open, storage: 'file', sandbox: 'photo' },
} as const satisfies Record<string, VariantKind>

export type VariantKindName = keyof typeof variantKinds
export const isVariantKind = (name: string): name is VariantKindName => Object.hasOwn(variantKinds, name)

/** Purposes of public images: they are shown beside a name, or on every page. */
const openPurposes = new Set(['avatar', 'cover', 'site-logo', 'site-icon', 'site-image'])
export const imageKind = (purpose: string): VariantKindName => (openPurposes.has(purpose) ? 'profile-image' : 'photo')
