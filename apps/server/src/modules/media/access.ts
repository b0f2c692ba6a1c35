import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import { type Decision, decideAll, type Lockable } from '../access/door.ts'
import { availabilityOf } from '../access/items.ts'

// Whose door a file stands behind. A file may be part of several things: whoever may see one of them may see the file.

export interface Held {
  fileId: string
  thing: Lockable
}
/** Says which things hold these files. Modules that hold files of their own (messages, products) add theirs. */
export type FileHolder = (ctx: Context, fileIds: readonly string[]) => Promise<Held[]>
const holders: FileHolder[] = [itemsAndComments]
export const addFileHolder = (holder: FileHolder): void => {
  holders.push(holder)
}

export interface Owned {
  id: string
  ownerId: string
  purpose: string
}

/** One answer a file, for this viewer, fresh. */
export async function decideFiles(
  ctx: Context,
  viewer: Viewer,
  files: readonly Owned[],
): Promise<Map<string, Decision>> {
  const me = idOf(viewer)
  const epoch = viewer.kind === 'signed-in' ? viewer.accessEpoch : 0
  const answers = new Map<string, Decision>()
  const open: Owned[] = []
  for (const file of files) {
    if (file.ownerId === me) answers.set(file.id, { granted: true, as: 'owner', epoch })
    else open.push(file)
  }
  if (open.length === 0) return answers
  const held = (
    await Promise.all(
      holders.map((holder) =>
        holder(
          ctx,
          open.map((file) => file.id),
        ),
      ),
    )
  ).flat()
  for (const file of open)
    if (file.purpose === 'welcome-video') held.push({ fileId: file.id, thing: openlyOf(file.ownerId, file.id) })
  // The same item may hold one file openly (its teaser) and another behind its gate: the door is asked once for each way.
  const [gated, openly] = [
    held.filter((one) => one.thing.gate.type !== 'public'),
    held.filter((one) => one.thing.gate.type === 'public'),
  ]
  const decisions = [gated, openly].map(async (ones) => {
    const unique = [...new Map(ones.map((one) => [one.thing.id, one.thing])).values()]
    return { ones, decided: unique.length > 0 ? await decideAll(ctx, viewer, unique) : new Map<string, Decision>() }
  })
  for (const { ones, decided } of await Promise.all(decisions))
    for (const { fileId, thing } of ones) {
      const decision = decided.get(thing.id)!
      if (decision.granted || !answers.has(fileId)) answers.set(fileId, decision)
    }
  const isModerator =
    viewer.kind === 'signed-in' &&
    viewer.role === 'admin' &&
    viewer.status === 'active' &&
    viewer.permissions.some((one) => one === 'moderation' || one === 'owner')
  for (const file of open)
    if (!answers.has(file.id))
      answers.set(
        file.id,
        isModerator ? { granted: true, as: 'staff', epoch } : { granted: false, why: 'unavailable', epoch },
      )
  return answers
}

const openGate: Lockable['gate'] = { type: 'public', planIds: [], price: null, freeForSubscribers: false }
const openlyOf = (performerId: string, id: string): Lockable => ({
  id,
  performerId,
  gate: openGate,
  availability: 'published',
})

interface HeldRow {
  fileId: string
  id: string
  performerId: string
  type: Lockable['gate']['type']
  planIds: string[]
  price: bigint | null
  freeForSubscribers: boolean
  status: string
  statusReason: string | null
  openly: boolean
}

/** Main files stand behind the item's gate; thumbnail, teaser and cover invite everybody who may know of the item. */
async function itemsAndComments(ctx: Context, fileIds: readonly string[]): Promise<Held[]> {
  const found = await rows(
    ctx.db,
    sql<HeldRow>`SELECT h.file_id AS "fileId", i.id, i.performer_id AS "performerId", i.gate_type AS type, i.gate_plan_ids AS "planIds",
        i.gate_price AS price, i.gate_free_for_subscribers AS "freeForSubscribers", h.openly, i.status, i.status_reason AS "statusReason"
      FROM (SELECT item_id, file_id, role <> 'main' AS openly FROM item_files WHERE file_id = ANY(${fileIds}::uuid[])
            UNION ALL SELECT item_id, file_id, false FROM comments WHERE file_id = ANY(${fileIds}::uuid[]) AND deleted_at IS NULL) h
      JOIN items i ON i.id = h.item_id`,
  )
  return found.map(({ fileId, id, performerId, status, statusReason, openly, ...gate }) => ({
    fileId,
    thing: { id, performerId, availability: availabilityOf(status, statusReason), gate: openly ? openGate : gate },
  }))
}
