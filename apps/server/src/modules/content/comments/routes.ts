import * as contract from '@fanlight/contract/comments'
import type { Context } from '../../../platform/context.ts'
import { cut, pageOf } from '../../../platform/db/cursor.ts'
import { type Call, parseFields, route } from '../../../platform/http/http.ts'
import { assert, refuse, refuseField } from '../../../platform/refusal.ts'
import { idOf, type SignedIn, type Viewer } from '../../../platform/viewer.ts'
import { discussedItem, openKinds } from '../../access/items.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { mayWrite } from '../items/present.ts'
import { presentFile } from '../../media/serving/present.ts'
import { receiveForm, type UploadRule } from '../../media/intake/receive.ts'
import { approve, comment, edit, isModerator, mayEdit, remove } from './commenting.ts'
import { commentingOf } from './rules.ts'
import * as store from './store.ts'

const image: UploadRule = { fieldName: 'file', purpose: 'comment', kind: 'photo' }

const oldestFirst = { sortBy: 'createdAt', sort: 'asc' } as const

const editIt = async (
  ctx: Context,
  { viewer, params, request }: Pick<Call<typeof contract.editComment>, 'viewer' | 'params' | 'request'>,
) => {
  await mayEdit(ctx, viewer, params.id)
  const { file, fields } = request.isMultipart()
    ? await receiveForm(ctx, request, image)
    : { file: undefined, fields: request.body ?? {} }
  const { text } = parseFields(contract.editComment.body, fields)
  if (!file && text === undefined) refuseField('INVALID_INPUT', 'text', 'MISSING')
  await edit(ctx, viewer, params.id, { text, fileId: file?._id })
  return shown(ctx, viewer, params.id)
}

export const commentRoutes = [
  route(contract.createComment, async (ctx, { viewer, body }) => {
    const id = await comment(ctx, viewer, {
      itemId: (body.itemId ?? body.feedId)!,
      parentId: body.parentId,
      text: body.text,
    })
    return shown(ctx, viewer, id)
  }),
  route(contract.listComments, async (ctx, { viewer, query }) => {
    const { itemId, parentId } = query
    const discussed = await discussedItem(ctx, viewer, itemId)
    const shownAs = isOpen(discussed) ? present : presentBefore
    const page = pageOf(query)
    const thread = { itemId, parentId: parentId ?? null }
    const order = { sortBy: query.sortBy, sort: query.sort ?? (parentId ? 'asc' : 'desc') }
    const found = page.tooDeep ? [] : await store.list(ctx, viewer, thread, order, page)
    const { shown: rows, nextCursor } = cut(found, page)
    return {
      data: rows.map((row) => shownAs(ctx, viewer, row)),
      total: await store.total(ctx, viewer, thread),
      nextCursor,
      commenting: await commentingOf(ctx, viewer, discussed.item),
    }
  }),
  route(contract.getThread, async (ctx, { viewer, params }) => {
    const wanted = (await store.shownOne(ctx, viewer, params.id)) ?? refuse('NOT_FOUND')
    const found = await discussedItem(ctx, viewer, wanted.itemId)
    const shownAs = isOpen(found) ? present : presentBefore
    const first = wanted.parentId === null ? wanted : await store.shownOne(ctx, viewer, wanted.parentId)
    if (!first) refuse('NOT_FOUND')
    const page = pageOf({ current: 1, pageSize: contract.threadRepliesMax })
    const thread = { itemId: first.itemId, parentId: first.id }
    const { shown: replies } = cut(await store.list(ctx, viewer, thread, oldestFirst, page), page)
    return {
      data: { comment: shownAs(ctx, viewer, first), replies: replies.map((row) => shownAs(ctx, viewer, row)) },
    }
  }),
  route(contract.editComment, editIt),
  route(contract.editCommentByPost, editIt),
  route(contract.listHeldComments, async (ctx, { viewer, query }) => {
    const page = pageOf({ current: 1, ...query })
    const { shown: held, nextCursor } = cut(await store.listHeld(ctx, viewer, page), page)
    return {
      data: held.map((row) => ({
        ...present(ctx, viewer, row),
        item: { _id: row.itemId, kind: row.itemKind, title: row.itemTitle },
      })),
      total: await store.totalHeld(ctx, viewer),
      nextCursor,
    }
  }),
  route(contract.approveComment, async (ctx, { viewer, params }) => {
    await approve(ctx, viewer, params.id)
    return shown(ctx, viewer, params.id)
  }),
  route(contract.deleteComment, async (ctx, { viewer, params }) => {
    await remove(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),
]

async function shown(ctx: Context, viewer: SignedIn, id: string) {
  const found = await store.byId(ctx, viewer, id)
  assert(found, 'a comment that was just written exists')
  return { data: present(ctx, viewer, found) }
}

function present(ctx: Context, viewer: Viewer, row: store.CommentRow) {
  const me = idOf(viewer)
  const moderates = viewer.kind === 'signed-in' && isModerator(viewer)
  return {
    _id: row.id,
    itemId: row.itemId,
    parentId: row.parentId,
    text: row.isDeleted ? '' : row.text,
    isDeleted: row.isDeleted,
    image: row.isDeleted ? null : presentImage(ctx, viewer, row),
    author: row.isDeleted
      ? null
      : {
          _id: row.authorId,
          name: row.authorName,
          username: row.authorUsername,
          avatar: presentAvatar(ctx, row.authorAvatar),
          isVerified: row.authorVerified,
        },
    likes: Number(row.likes),
    replies: Number(row.replies),
    isLiked: row.isLiked,
    isEdited: row.isEdited && !row.isDeleted,
    isHeld: row.isHeld,
    isFan: row.isFan && !row.isDeleted,
    createdAt: row.createdAt.toISOString(),
    can: {
      edit: !row.isDeleted && me === row.authorId,
      delete: !row.isDeleted && me !== null && (me === row.authorId || me === row.performerId || moderates),
      reply: !row.isDeleted && !row.isHeld && row.parentId === null && mayWrite(viewer),
    },
  }
}

/** The caller has checked access to the item itself. An image that is still being processed is shown to its author only. */
const isOpen = ({ item, verdict }: Awaited<ReturnType<typeof discussedItem>>): boolean =>
  verdict.granted || openKinds.has(item.kind)

/** Before it is bought: nothing can be answered, and an image may show what is locked. */
function presentBefore(ctx: Context, viewer: Viewer, row: store.CommentRow) {
  const comment = present(ctx, viewer, row)
  return { ...comment, image: null, can: { ...comment.can, reply: false } }
}

function presentImage(ctx: Context, viewer: Viewer, { image: file, authorId }: store.CommentRow) {
  if (!file || (!file.isPlayable && idOf(viewer) !== authorId)) return null
  const shown = presentFile(ctx, file, viewer, { granted: true })
  return shown.isLocked ? null : shown
}
