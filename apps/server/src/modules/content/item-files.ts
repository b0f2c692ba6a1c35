import type { MediaFile } from '@fanlight/contract/media'
import type { Context } from '../../platform/context.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Grant, Verdict } from '../access/policy.ts'
import { type PresentableFile, presentFile } from '../media/present.ts'

export type ItemFileRow = PresentableFile & { role: FileRole; isPlayable: boolean }

export type FileRole = 'main' | 'thumbnail' | 'teaser' | 'cover'

/** Main files are behind the gate; thumbnail and teaser are made to invite those who are still outside. */
export const isOpenTo = (verdict: Verdict, role: FileRole): boolean => role !== 'main' || verdict.granted

/** Whether everybody gets the same lasting address: what a visitor may see, unless this viewer sees it for a reason of their own. */
export const isForEverybody = (post: GatedPost, verdict: Verdict, role: FileRole): boolean =>
  post.status === 'published' &&
  (role !== 'main' || post.gateType === 'public') &&
  !(verdict.granted && ownReasons.has(verdict.as))
/** They are granted also where the creator can't be seen by others. */
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
