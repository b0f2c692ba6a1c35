import type { MediaFile } from '@fanlight/contract/media'
import type { Context } from '../../platform/context.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Decision } from '../access/door.ts'
import type { AddressViewer } from '../media/address.ts'
import { type PresentableFile, presentFile, profilePicture } from '../media/present.ts'

/** A file with its variants, as the one statement of a list brings it. */
export type ShownFileRow = PresentableFile
export type ItemFileRow = ShownFileRow & { role: 'main' | 'thumbnail' | 'teaser' | 'cover'; isPlayable: boolean }

/** Main files stand behind the gate; thumbnail and teaser are made to invite those who are still outside. */
export const showItemFile = (ctx: Context, viewer: Viewer, file: ItemFileRow, decision: Decision): MediaFile =>
  presentFile(ctx, file, viewer, file.role === 'main' ? decision : { granted: true })

/** What stands for somebody without a picture. */
export const noAvatar = '/no-avatar.svg'
export const presentAvatar = (ctx: Context, viewer: AddressViewer, file: ShownFileRow | null): string =>
  profilePicture(ctx, viewer, file, 200) ?? noAvatar
export const presentCover = (ctx: Context, viewer: AddressViewer, file: ShownFileRow | null): string | null =>
  profilePicture(ctx, viewer, file, 1200)
