import type { Participant } from '@fanlight/contract/participants'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { fileById } from '../../media/serving/file-json.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import { releaseParagraphs } from './release.ts'
import type { viewReview } from './review.ts'
import type { DocumentRow, ItemNamed, ParticipantRow, ReviewedRow } from './store.ts'

export const presentParticipant = (person: ParticipantRow): Participant => ({
  _id: person.id,
  name: person.name,
  username: person.username,
  isGuest: person.accountId === null,
  email: person.email,
  status: person.status,
  reason: person.status === 'rejected' || person.status === 'revoked' ? person.reason : null,
  invitedUntil: person.status === 'invited' ? (person.linkExpiresAt?.toISOString() ?? null) : null,
  signedAt: person.signedAt?.toISOString() ?? null,
  mayDownload: person.mayDownload,
  endsOn: person.endsOn,
  items: person.items,
  updatedAt: person.updatedAt.toISOString(),
})

export interface Creator {
  id: string
  name: string
  username: string | null
  avatar: PresentableFile | null
}
/** These creators by their ids. */
export const creatorsOf = async (ctx: Context, ids: readonly string[]): Promise<Map<string, Creator>> => {
  const creators = sql<Creator>`SELECT a.id, a.name, a.username, ${sql.raw(fileById('a.avatar_file_id'))} AS avatar FROM accounts a
    WHERE a.id = ANY(${ids}::uuid[])`
  return new Map((await rows(ctx.db, creators)).map((creator) => [creator.id, creator]))
}

export const presentRequest = (
  ctx: Context,
  {
    person,
    creator,
    items,
    release,
  }: { person: ParticipantRow; creator: Creator; items: readonly ItemNamed[]; release: string[] },
) => ({
  creator: {
    _id: creator.id,
    name: creator.name,
    username: creator.username,
    avatar: presentAvatar(ctx, creator.avatar),
  },
  status: person.status,
  signedAt: person.signedAt?.toISOString() ?? null,
  mayDownload: person.mayDownload,
  endsOn: person.endsOn,
  items: [...items],
  itemCount: person.items,
  release,
})

export const presentReviewed = (review: ReviewedRow) => ({
  _id: review.id,
  name: review.name,
  status: review.status,
  reason: review.reason,
  isGuest: review.accountId === null,
  sharedWithCreator: review.sharedWithCreator,
  creator: { _id: review.performerId, name: review.creatorName, username: review.creatorUsername },
  signedAt: review.signedAt?.toISOString() ?? null,
  mayDownload: review.mayDownload,
  endsOn: review.endsOn,
  decidedAt: review.decidedAt?.toISOString() ?? null,
  deciderName: review.deciderName,
  updatedAt: review.updatedAt.toISOString(),
})
const presentDocument = ({ id, kind, mime, bytes, opened, createdAt }: DocumentRow) => ({
  _id: id,
  kind,
  mime,
  bytes: Number(bytes),
  opened,
  createdAt: createdAt.toISOString(),
})
export const presentReview = ({ review, declared, documents, items }: Awaited<ReturnType<typeof viewReview>>) => ({
  ...presentReviewed(review),
  declared,
  release: review.release === null ? [] : releaseParagraphs(review.release),
  items,
  itemCount: review.items,
  documents: documents.map(presentDocument),
})
