import type { MediaFile } from '@fanlight/contract/media'
import type { Context } from '../../../platform/context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import type { Grant, Verdict } from '../../access/policy.ts'
import { type PresentableFile, presentFile } from '../../media/serving/present.ts'

export type ItemFileRow = PresentableFile & { role: FileRole; isPlayable: boolean }

export type FileRole = 'main' | 'thumbnail' | 'teaser' | 'cover'

/** Main files are behind the gate; thumbnail and teaser are shown to viewers without access. */
export const isOpenTo = (verdict: Verdict, role: FileRole): boolean => role !== 'main' || verdict.granted

/** Whether all viewers get the same permanent address: visitors have access, and this viewer has it for no other reason. */
export const isForEverybody = (post: GatedPost, verdict: Verdict, role: FileRole): boolean =>
  post.status === 'published' &&
  (role !== 'main' || post.gateType === 'public') &&
  !(verdict.granted && ownReasons.has(verdict.as))
/** Grants that also hold while the creator is hidden from others. */
const ownReasons: ReadonlySet<Grant> = new Set(['owner', 'staff', 'purchased'])
export interface GatedPost {
  status: string
  gateType: string
}

export const showItemFile = (
  ctx: Context,
  viewer: Viewer,
  post: GatedPost,
  file: ItemFileRow,
  verdict: Verdict,
): MediaFile =>
  presentFile(
    ctx,
    file,
    viewer,
    { granted: isOpenTo(verdict, file.role) },
    isForEverybody(post, verdict, file.role) ? 'public' : 'display',
  )
