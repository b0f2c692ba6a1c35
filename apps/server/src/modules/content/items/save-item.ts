import type { Commenters } from '@fanlight/contract/commenters'
import type { GateInput, ItemChanges } from '@fanlight/contract/items'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuse, refuseField, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { gateOf } from '../../access/items.ts'
import { awaitFiles, dropAwaited, settleAwaited } from './awaited-files.ts'
import { checkGate, gateInputOf } from './gate-input.ts'
import type { FileRole } from './item-files.ts'
import { itemKinds, type KindName } from './kinds.ts'
import { isUnderWithdrawnConsent } from '../../media/vault/quarantine.ts'
import { publishDue } from './publishing.ts'
import { participantsOf, setParticipants } from '../participants/of-items.ts'
import { withoutDownload } from './video-details.ts'
import { withdrawItem } from './withdrawing.ts'
import * as store from './store.ts'
import { itemChanged } from './events.ts'

// An item is saved at once, even while its files are processed, and is published when they are ready and it is due. One that is
// published already takes new files when they are ready, and everything else at once.

/** The input that all kinds of items have. */
export interface ItemInput {
  title: string
  text: string
  gate: GateInput
  publishAt?: string | null | undefined
  expiresAt?: string | null | undefined
  status: 'draft' | 'published' | 'archived'
  tags: string[]
  isPinned: boolean
  whoMayComment?: Commenters | null | undefined
  /** The people whom it shows; unchanged where they are not sent. */
  participantIds?: string[] | undefined
}
/** A file of an item, and the purpose it must have been uploaded for; null if items of this kind have no file in this role. */
export interface ItemPart {
  fileId: string
  role: FileRole
  /** The input field that named the file. */
  field: string
  purpose: string | null
}

/** An item that is changed, with the files that it has, and those that its creator wants it to have: others while new ones are awaited. */
interface OwnItem extends store.StoredItem {
  wanted: store.StoredItem['files']
  /** The list was given up just now, which the creator does not know yet. */
  isGivenUp: boolean
}

/** One's own item, locked. With `basedOn`, refused where it was saved after that instant. */
export async function lockOwnItem(
  tx: Context,
  performer: Pick<SignedIn, 'id'>,
  kind: KindName,
  id: string,
  basedOn?: string,
): Promise<OwnItem> {
  const lock = async () => (await store.lockOwn(tx, performer.id, kind, id)) ?? refuse('NOT_FOUND')
  let stored = await lock()
  refuseIf(basedOn !== undefined && stored.updatedAt.toISOString() !== new Date(basedOn).toISOString(), 'ITEM_CHANGED')
  // A list that can't be had any more is none that a change may build on.
  const awaited = await settleAwaited(tx, stored)
  if (awaited === 'joined') stored = await lock()
  return { ...stored, wanted: Array.isArray(awaited) ? awaited : stored.files, isGivenUp: awaited === 'given up' }
}

export const isPublished = (stored: store.StoredItem | null): boolean =>
  stored !== null && !['draft', 'scheduled', 'processing'].includes(stored.status)

/** The fields of a change, with the stored value of each that was not sent. */
export const mergedInput = (stored: store.StoredItem, changes: ItemChanges): ItemInput => ({
  title: changes.title ?? stored.title,
  text: changes.text ?? stored.text,
  gate: changes.gate ?? gateInputOf(stored),
  publishAt: changes.publishAt === undefined ? stored.publishAt?.toISOString() : changes.publishAt,
  expiresAt: changes.expiresAt === undefined ? stored.expiresAt?.toISOString() : changes.expiresAt,
  status:
    changes.status ??
    (stored.status === 'draft' || stored.status === 'archived' ? stored.status : ('published' as const)),
  tags: changes.tags ?? stored.tags,
  isPinned: changes.isPinned ?? stored.isPinned,
  whoMayComment: changes.whoMayComment === undefined ? stored.whoMayComment : changes.whoMayComment,
  participantIds: changes.participantIds,
})

/**
 * Writes a new item or changes `stored`, and publishes it if it is complete. A published item stays published, until it is archived, and
 * keeps its files until new ones are ready. A gate that was not sent is not checked again.
 */
export async function saveItem(
  tx: Context,
  performer: SignedIn,
  { id, kind, stored }: { id: string; kind: KindName; stored: OwnItem | null },
  input: ItemInput,
  parts: readonly ItemPart[],
  isGateSent = true,
): Promise<void> {
  const returns = stored?.status === 'archived' && input.status === 'published'
  const published = isPublished(stored) && !returns
  refuseIf(isPublished(stored) && input.status === 'draft', 'ITEM_PUBLISHED')
  refuseIf(
    input.status === 'archived' && stored?.status !== 'published' && stored?.status !== 'archived',
    'ITEM_NOT_PUBLISHED',
  )
  const gate = isGateSent ? await checkGate(tx, performer.id, input.gate) : gateOf(stored!)
  const playable = await checkFiles(tx, performer, parts, stored)

  const publishAt = input.publishAt ? new Date(input.publishAt) : null
  const waits = !returns && publishAt !== null && publishAt > tx.clock.now()
  const expiresAt = expiryOf(tx, input, { stored, publishAt, returns })
  const write = stored ? store.changeItem : store.insertItem
  await write(tx, {
    id,
    kind,
    performerId: performer.id,
    title: input.title,
    text: input.text,
    gate,
    tags: [...new Set(input.tags)],
    isPinned: input.isPinned,
    whoMayComment: input.whoMayComment ?? null,
    status: published ? stored!.status : input.status === 'draft' ? 'draft' : waits ? 'scheduled' : 'processing',
    publishAt: published ? stored!.publishAt : input.status === 'draft' || waits ? publishAt : 'now',
    expiresAt,
  })
  if (published && !playable) await awaitFiles(tx, id, parts)
  else {
    await store.replaceFiles(tx, id, parts)
    if (stored && !stored.isGivenUp) await dropAwaited(tx, [id])
  }
  // An archived item that is published again would be withheld from its buyers while a consent is missing.
  if (returns || (input.participantIds && (stored || input.participantIds.length > 0))) {
    const ids = input.participantIds ?? (await participantsOf(tx, id))
    const mustBeVerified = returns ? 'all' : published ? 'new' : 'none'
    if (await setParticipants(tx, performer.id, id, ids, mustBeVerified)) await withoutDownload(tx, id)
  }
  if (input.isPinned) await store.unpinOlder(tx, performer.id, kind, itemKinds[kind].pinnedMax)
  if (!published && input.status !== 'draft') await publishDue(tx, [id])
  if (stored?.status === 'published' && input.status === 'archived')
    await withdrawItem(tx, { id, kind, performerId: performer.id }, 'archived', null)
  else if (stored?.status === 'published')
    await publish(tx, itemChanged, { itemId: id, kind, performerId: performer.id })
}

/** An item that is published again after its expiry has no expiry, unless a new one is sent. */
function expiryOf(
  tx: Context,
  input: ItemInput,
  { stored, publishAt, returns }: { stored: store.StoredItem | null; publishAt: Date | null; returns: boolean },
): Date | null {
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null
  if (expiresAt === null || input.status === 'archived') return expiresAt
  const isNew = expiresAt.getTime() !== stored?.expiresAt?.getTime()
  if (expiresAt <= tx.clock.now()) {
    if (isNew) refuseRule('expiresAt', 'TIME_PAST')
    return returns ? null : expiresAt
  }
  if (publishAt !== null && expiresAt <= publishAt) refuseRule('expiresAt', 'END_BEFORE_START')
  return expiresAt
}

/** Whether all files can be shown. */
async function checkFiles(
  tx: Context,
  performer: SignedIn,
  parts: readonly ItemPart[],
  stored: store.StoredItem | null,
): Promise<boolean> {
  if (parts.length === 0) return true
  const ids = parts.map((part) => part.fileId)
  const own = await store.lockFiles(tx, performer.id, ids)
  const before = new Set(stored?.files.map((file) => file.fileId))
  for (const part of parts) {
    const file = own.find((entry) => entry.id === part.fileId)
    if (!file) refuseField('NOT_FOUND', part.field)
    if (file.purpose !== part.purpose) refuseField('UNSUPPORTED_MEDIA', part.field)
    if (!before.has(file.id) && isUnderWithdrawnConsent(file)) refuseRule(part.field, 'FILE_CONSENT_WITHDRAWN')
    if (!before.has(file.id) && ['failed', 'blocked', 'deleted'].includes(file.status))
      refuseField('FILE_BROKEN', part.field)
  }
  return own.every((file) => file.isPlayable || before.has(file.id))
}
