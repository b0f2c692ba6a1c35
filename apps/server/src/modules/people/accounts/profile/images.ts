import type { Context } from '../../../../platform/context.ts'
import { type PresentableFile, profileImage } from '../../../media/serving/present.ts'

// How an account's avatar and cover are rendered wherever its name appears.

const noAvatar = '/no-avatar.svg'
export const presentAvatar = (ctx: Context, file: PresentableFile | null | undefined): string =>
  profileImage(ctx, file, 200) ?? noAvatar
export const presentCover = (ctx: Context, file: PresentableFile | null): string | null => profileImage(ctx, file, 1200)
