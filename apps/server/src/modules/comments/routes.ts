import * as contract from '@fanlight/contract/comments'
import type { Context } from '../../platform/context.ts'
import { cut, pageOf } from '../../platform/cursor.ts'
import { parseFields, route } from '../../platform/http.ts'
import { assert, refuseField } from '../../platform/refusal.ts'
import { idOf, type SignedIn, type Viewer } from '../../platform/viewer.ts'
import { viewableItem } from '../access/items.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import { mayWrite } from '../content/present.ts'
import { presentFile } from '../media/present.ts'
import { receiveForm, type UploadRule } from '../media/receive.ts'
import { comment, edit, isModerator, mayEdit, remove } from './commenting.ts'
import * as store from './store.ts'

const image: UploadRule = { fieldName: 'file', purpose: 'comment', kind: 'photo' }

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
    await viewableItem(ctx, viewer, itemId)
    const page = pageOf(query)
    const thread = { itemId, parentId: parentId ?? null }
    const order = { sortBy: query.sortBy, sort: query.sort ?? (parentId ? 'asc' : 'desc') }
    const found = page.tooDeep ? [] : await store.list(ctx, viewer, thread, order, page)
    const { shown: rows, nextCursor } = cut(found, page)
    return {
      data: rows.map((row) => present(ctx, viewer, row)),
      total: await store.total(ctx, viewer, thread),
      nextCursor,
    }
  }),
  route(contract.editComment, async (ctx, { viewer, params, body }) => {
    await edit(ctx, viewer, params.id, body)
    return shown(ctx, viewer, params.id)
  }),
  route(contract.illustrateComment, async (ctx, { viewer, params, request }) => {
    await mayEdit(ctx, viewer, params.id)
    const { file, fields } = await receiveForm(ctx, request, image)
    const { text } = parseFields(contract.illustrateComment.body, fields)
    if (!file && text === undefined) refuseField('INVALID_INPUT', image.fieldName)
    await edit(ctx, viewer, params.id, { text, fileId: file?._id })
    return shown(ctx, viewer, params.id)
  }),
  route(contract.deleteComment, async (ctx, { viewer, params }) => {
    await remove(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),
]

async function shown(ctx: Context, viewer: SignedIn, id: string) {
  const found = await store.byId(ctx, viewer, id)
  assert(found, 'a comment that was just written is there')
  return { data: present(ctx, viewer, found) }
}

function present(ctx: Context, viewer: Viewer, one: store.CommentRow) {
  const me = idOf(viewer)
  const moderates = viewer.kind === 'signed-in' && isModerator(viewer)
  return {
    _id: one.id,
    itemId: one.itemId,
    parentId: one.parentId,
    text: one.isDeleted ? '' : one.text,
    isDeleted: one.isDeleted,
    picture: one.isDeleted ? null : presentImage(ctx, viewer, one),
    author: one.isDeleted
      ? null
      : {
          _id: one.authorId,
          name: one.authorName,
          username: one.authorUsername,
          avatar: presentAvatar(ctx, one.authorAvatar),
          isVerified: one.authorVerified,
        },
    likes: Number(one.likes),
    replies: Number(one.replies),
    isLiked: one.isLiked,
    isEdited: one.isEdited && !one.isDeleted,
    createdAt: one.createdAt.toISOString(),
    can: {
      edit: !one.isDeleted && me === one.authorId,
      delete: !one.isDeleted && me !== null && (me === one.authorId || me === one.performerId || moderates),
      reply: !one.isDeleted && one.parentId === null && mayWrite(viewer),
    },
  }
}

/** The list calls the access policy of the thing itself; what is under it is then open. An image in the making is its author's alone. */
function presentImage(ctx: Context, viewer: Viewer, { picture: file, authorId }: store.CommentRow) {
  if (!file || (!file.isPlayable && idOf(viewer) !== authorId)) return null
  const shown = presentFile(ctx, file, viewer, { granted: true })
  return shown.isLocked ? null : shown
}
