import { restrictedCategories } from '@fanlight/contract/report-values'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { hasPermission, idOf, type Viewer } from '../../../platform/viewer.ts'
import { type Verdict, authorizeAll, type Lockable } from '../../access/policy.ts'
import { availabilityOf } from '../../access/items.ts'

// Which access policies protect a file. A file can belong to several items: a viewer who may see one of them may see the file.

export interface FileReference {
  fileId: string
  /** What belongs to an item and is not part of it: an image in a comment. */
  isBeside?: boolean
  thing: Lockable
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
): Promise<Map<string, Verdict>> {
  const me = idOf(viewer)
  const epoch = viewer.kind === 'signed-in' ? viewer.accessEpoch : 0
  const answers = new Map<string, Verdict>()
  const open: Owned[] = []
  for (const file of files) {
    if (file.ownerId === me) answers.set(file.id, { granted: true, as: 'owner', epoch })
    else open.push(file)
  }
  if (open.length === 0) return answers
  const references = await referencesOf(
    ctx,
    open.map((file) => file.id),
    me,
  )
  for (const file of open)
    if (file.purpose === 'welcome-video') references.push({ fileId: file.id, thing: openlyOf(file.ownerId, file.id) })
  // The same item can contain one file openly (its teaser) and another behind its gate: the access policy is evaluated for each case.
  const [gated, openly] = [
    references.filter((entry) => entry.thing.gate.type !== 'public'),
    references.filter((entry) => entry.thing.gate.type === 'public'),
  ]
  const verdicts = [gated, openly].map(async (group) => {
    const unique = [...new Map(group.map((reference) => [reference.thing.id, reference.thing])).values()]
    return { group, decided: unique.length > 0 ? await authorizeAll(ctx, viewer, unique) : new Map<string, Verdict>() }
  })
  for (const { group, decided } of await Promise.all(verdicts))
    for (const { fileId, thing, isBeside } of group) {
      const decision = decided.get(thing.id)!
      // The buyer of an item of a performer who is hidden from them since sees it without its comments.
      const verdict: Verdict =
        isBeside && decision.granted && decision.closed ? { granted: false, why: decision.closed, epoch } : decision
      if (verdict.granted || !answers.has(fileId)) answers.set(fileId, verdict)
    }
  await decideForStaff(ctx, viewer, open, { answers, openly, epoch })
  return answers
}

/**
 * Answers what is about nothing that the viewer may see: moderators open it, files of messages only as evidence of a case. What a case of a
 * restricted category has stays closed to those who may not see that case, whichever other case or item has it, too; what everybody
 * sees stays open.
 */
async function decideForStaff(
  ctx: Context,
  viewer: Viewer,
  files: readonly Owned[],
  { answers, openly, epoch }: { answers: Map<string, Verdict>; openly: readonly FileReference[]; epoch: number },
): Promise<void> {
  const closed: Verdict = { granted: false, why: 'unavailable', epoch }
  const undecided = files.filter(({ id }) => !answers.has(id))
  const isModerator =
    viewer.kind === 'signed-in' &&
    viewer.role === 'admin' &&
    viewer.status === 'active' &&
    hasPermission(viewer, 'moderation')
  if (!isModerator) {
    for (const { id } of undecided) answers.set(id, closed)
    return
  }
  const isOfMessage = ({ purpose }: Owned) => purpose.startsWith('message-')
  const isForEverybody = new Set(
    openly.filter(({ thing }) => thing.availability === 'published').map(({ fileId }) => fileId),
  )
  // Who got a message has the answer already, and sees its files as anybody who got it.
  const asStaff = files.filter((file) => {
    const answer = answers.get(file.id)
    return answer?.granted && answer.as === 'staff' && !isOfMessage(file) && !isForEverybody.has(file.id)
  })
  const evidence = await evidenceAmong(
    ctx,
    [undecided, asStaff].flat().map(({ id }) => id),
  )
  const isWithheld = ({ id }: Owned) => evidence.get(id)?.isRestricted && !hasPermission(viewer, 'compliance')
  for (const file of undecided) {
    const isOpen = !isWithheld(file) && (evidence.has(file.id) || !isOfMessage(file))
    answers.set(file.id, isOpen ? { granted: true, as: 'staff', epoch } : closed)
  }
  for (const file of asStaff.filter(isWithheld)) answers.set(file.id, closed)
}

interface Evidence {
  fileId: string
  /** A case of a restricted category is among those that have the file. */
  isRestricted: boolean
}
/** The files that a case is about. The call that gives staff their addresses is logged. */
async function evidenceAmong(ctx: Context, fileIds: readonly string[]): Promise<Map<string, Evidence>> {
  if (fileIds.length === 0) return new Map()
  const found = await rows(
    ctx.db,
    sql<Evidence>`SELECT f.file_id AS "fileId", bool_or(c.category = ANY(${[...restrictedCategories]}::text[])) AS "isRestricted"
      FROM report_files f JOIN report_cases c ON c.id = f.case_id WHERE f.file_id = ANY(${fileIds}::uuid[]) GROUP BY f.file_id`,
  )
  return new Map(found.map((entry) => [entry.fileId, entry]))
}

/** Whether a visitor in the viewer's country may see a file, and the viewer may, too. Only then does the file have a public address. */
export async function isPublicFile(ctx: Context, viewer: Viewer, file: Owned): Promise<boolean> {
  const references = (await referencesOf(ctx, [file.id], null)).map(({ thing }) => thing)
  if (file.purpose === 'welcome-video') references.push(openlyOf(file.ownerId, file.id))
  const open = references.filter(({ gate, availability }) => gate.type === 'public' && availability === 'published')
  if (open.length === 0) return false
  const { address, country, locale, age } = viewer
  const visitor: Viewer = { kind: 'visitor', address, country, locale, age }
  const verdicts = await Promise.all(
    (viewer.kind === 'visitor' ? [visitor] : [visitor, viewer]).map((each) => authorizeAll(ctx, each, open)),
  )
  return open.some(({ id }) => verdicts.every((each) => each.get(id)?.granted))
}

const openGate: Lockable['gate'] = { type: 'public', planIds: [], listIds: [], price: null, freeForSubscribers: false }
const openlyOf = (performerId: string, id: string): Lockable => ({
  id,
  performerId,
  gate: openGate,
  availability: 'published',
})

interface FileReferenceRow {
  fileId: string
  id: string
  performerId: string
  type: Lockable['gate']['type']
  planIds: string[]
  listIds: string[]
  price: bigint | null
  freeForSubscribers: boolean
  status: string
  statusReason: string | null
  openly: boolean
  isBeside: boolean
}

/** Main files are behind the item's gate; thumbnail, teaser and cover are open to everyone who may know of the item. Files of messages concern only the two who exchange them. */
async function referencesOf(ctx: Context, fileIds: readonly string[], me: string | null): Promise<FileReference[]> {
  const found = await rows(
    ctx.db,
    sql<FileReferenceRow>`SELECT h.file_id AS "fileId", i.id, i.performer_id AS "performerId", i.gate_type AS type, i.gate_plan_ids AS "planIds", i.gate_list_ids AS "listIds",
        i.gate_price AS price, i.gate_free_for_subscribers AS "freeForSubscribers", h.openly, h.beside AS "isBeside", i.status, i.status_reason AS "statusReason"
      FROM (SELECT item_id, file_id, role <> 'main' AS openly, false AS beside FROM item_files WHERE file_id = ANY(${fileIds}::uuid[])
            UNION ALL SELECT item_id, file_id, false, true FROM comments WHERE file_id = ANY(${fileIds}::uuid[]) AND deleted_at IS NULL) h
      JOIN items i ON i.id = h.item_id
      UNION ALL SELECT x.file_id, m.id, m.sender_id, CASE WHEN m.price IS NULL THEN 'public' ELSE 'paid' END, '{}'::uuid[], '{}'::uuid[], m.price, false, false, false,
        CASE WHEN m.deleted_at IS NULL THEN 'published' ELSE 'archived' END, NULL
      FROM message_files x JOIN messages m ON m.id = x.message_id
      JOIN conversation_members c ON c.conversation_id = m.conversation_id AND c.account_id = ${me}::uuid
      WHERE x.file_id = ANY(${fileIds}::uuid[])`,
  )
  return found.map(({ fileId, id, performerId, status, statusReason, openly, isBeside, ...gate }) => ({
    fileId,
    isBeside,
    thing: { id, performerId, availability: availabilityOf(status, statusReason), gate: openly ? openGate : gate },
  }))
}
