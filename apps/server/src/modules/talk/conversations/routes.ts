import * as contract from '@fanlight/contract/conversations'
import { fromHundredths } from '@fanlight/contract/fields'
import * as settingsContract from '@fanlight/contract/message-settings'
import { getBoughtMessage } from '@fanlight/contract/orders'
import { sendTip, unlockMessage } from '@fanlight/contract/wallet'
import type { Endpoint } from '@fanlight/contract/endpoint'
import type { Context } from '../../../platform/context.ts'
import { cut, pageOf } from '../../../platform/db/cursor.ts'
import { type Call, route } from '../../../platform/http/http.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { presentReceipt } from '../../money/charges/present.ts'
import { unlockLocked } from '../../content/items/unlock.ts'
import { addFileReferences } from '../../media/vault/deletion.ts'
import { statusFor } from '../../media/serving/file-status.ts'
import { receiveUpload, type UploadRule } from '../../media/intake/receive.ts'
import { loadFiles, presentFile } from '../../media/serving/present.ts'
import { boughtMessage } from './bought.ts'
import { remove } from './deleting.ts'
import { changeMessageSettings, messageSettingsOf } from './message-settings.ts'
import { openConversation, requireConversation, read } from './opening.ts'
import { lockableOf, messageTerms, presentConversations, presentFound, presentMessages } from './present.ts'
import { setPreferences } from './preferences.ts'
import { publicChatOf } from './public-chat/opening.ts'
import { send } from './sending.ts'
import * as store from './store.ts'
import { tip } from './tip-message.ts'

addFileReferences(store.referencedFiles)

type ListQuery = Call<typeof contract.searchConversations>['query']
async function list(ctx: Context, viewer: SignedIn, filter: store.ConversationFilter, query: Omit<ListQuery, 'q'>) {
  const page = pageOf(query)
  const { shown, nextCursor } = cut(page.tooDeep ? [] : await store.list(ctx, viewer, filter, query, page), page)
  return {
    data: await presentConversations(ctx, viewer, shown),
    total: await store.total(ctx, viewer, filter),
    nextCursor,
  }
}
const presentedOf = async (ctx: Context, viewer: SignedIn, id: string) => ({
  data: (await presentConversations(ctx, viewer, [await requireConversation(ctx, viewer, id)]))[0]!,
})
/** A message of one of the viewer's own conversations. */
async function ownMessage(ctx: Context, viewer: SignedIn, id: string): Promise<store.MessageRow> {
  const found = (await store.message(ctx, id)) ?? refuse('NOT_FOUND')
  await requireConversation(ctx, viewer, found.conversationId)
  return found
}
async function settingsOf(ctx: Context, { viewer }: { viewer: SignedIn }) {
  const { firstMessagePrice, ...settings } = (await messageSettingsOf(ctx, viewer.id))!
  const files = await loadFiles(ctx, settings.welcomeFileIds)
  return {
    data: {
      ...settings,
      firstMessagePrice: firstMessagePrice === null ? null : fromHundredths(firstMessagePrice),
      welcomeFiles: settings.welcomeFileIds.map((id) => presentFile(ctx, files.get(id)!, viewer, { granted: true })),
    },
  }
}
type SentKind = 'photo' | 'video' | 'audio'
const takes =
  (kind: SentKind, or?: SentKind) =>
  async (ctx: Context, { request }: Pick<Call<Endpoint>, 'request'>) => {
    const other = or && { or: { purpose: `message-${or}`, kind: or } }
    const rule: UploadRule = { fieldName: 'file', purpose: `message-${kind}`, kind, ...other }
    return { data: (await receiveUpload(ctx, request, rule)).file }
  }

export const conversationRoutes = [
  route(contract.listConversations, (ctx, { viewer, query }) =>
    list(ctx, viewer, { q: '', filter: query.filter }, query),
  ),
  route(contract.searchConversations, (ctx, { viewer, query }) =>
    list(ctx, viewer, { q: query.q, filter: 'any' }, query),
  ),
  route(contract.openConversation, async (ctx, { viewer, body: { source, sourceId } }) => {
    if (source === 'stream') return { data: await publicChatOf(ctx, viewer, sourceId) }
    return presentedOf(ctx, viewer, await openConversation(ctx, viewer, { source, id: sourceId }))
  }),
  route(contract.getConversation, (ctx, { viewer, params }) => presentedOf(ctx, viewer, params.id)),
  route(contract.setConversationPreferences, async (ctx, { viewer, params, body }) => {
    await setPreferences(ctx, viewer, params.id, body)
    return presentedOf(ctx, viewer, params.id)
  }),

  route(contract.searchMessages, async (ctx, { viewer, query }) => {
    if (query.conversationId) await requireConversation(ctx, viewer, query.conversationId)
    const page = pageOf(query)
    const [rows, counted] = await Promise.all([
      page.tooDeep ? [] : store.search(ctx, viewer, query, page),
      store.countFound(ctx, viewer, query),
    ])
    const { shown, nextCursor } = cut(rows, page)
    const isMore = counted.total > contract.foundMessagesMax
    return {
      data: await presentFound(ctx, viewer, shown),
      total: Math.min(counted.total, contract.foundMessagesMax),
      ...(isMore && { totalIsAtLeast: true as const }),
      conversations: counted.conversations,
      nextCursor,
    }
  }),
  route(contract.totalUnread, async (ctx, { viewer }) => ({ data: { total: await store.unreadOf(ctx, viewer.id) } })),
  route(contract.listMessages, async (ctx, { viewer, params, query }) => {
    const conversation = await requireConversation(ctx, viewer, params.id)
    const found = await store.messages(ctx, conversation, query)
    const oldest = found.at(-1)?.sequence
    return {
      data: await presentMessages(ctx, viewer, found),
      total: Number(conversation.lastSequence),
      nextCursor: oldest !== undefined && oldest > 1n ? String(oldest) : null,
    }
  }),
  route(contract.sendMessage, async (ctx, { viewer, params, body }) => {
    const sent = await store.message(ctx, await send(ctx, viewer, params.id, body))
    return { data: (await presentMessages(ctx, viewer, [sent!]))[0]! }
  }),
  route(contract.deleteMessage, async (ctx, { viewer, params, request }) => {
    await remove(ctx, viewer, request.id, params.id)
    return { data: { success: true as const } }
  }),
  route(contract.readAll, async (ctx, { viewer, params }) => {
    await read(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),
  route(contract.messageFileStatus, async (ctx, { viewer, params }) => {
    const { fileIds } = await ownMessage(ctx, viewer, params.id)
    if (!fileIds.includes(params.fileId)) refuse('NOT_FOUND')
    return { data: await statusFor(ctx, viewer, params.fileId) }
  }),
  route(settingsContract.getMessageSettings, settingsOf),
  route(settingsContract.updateMessageSettings, async (ctx, { viewer, body }) => {
    await changeMessageSettings(ctx, viewer, body)
    return settingsOf(ctx, { viewer })
  }),
  route(contract.uploadMessagePhoto, takes('photo')),
  route(contract.uploadMessageVideo, takes('video')),
  route(contract.uploadMessageFile, takes('audio', 'photo')),

  route(sendTip, async (ctx, { params, body, viewer, key }) => ({
    data: presentReceipt(await tip(ctx, viewer, { performerId: params.id, ...body, key })),
  })),
  route(getBoughtMessage, async (ctx, { viewer, params }) => ({
    data: await boughtMessage(ctx, viewer, params.id),
  })),
  route(unlockMessage, async (ctx, { viewer, params, body, key }) => {
    const load = async () => {
      const found = await ownMessage(ctx, viewer, params.id)
      const state = found.isDeleted ? 'ready' : await store.filesState(ctx, found.id)
      refuseIf(state === 'processing' && found.senderId !== viewer.id, 'FILES_NOT_READY')
      const item = { ...lockableOf(found), terms: messageTerms(found) }
      return state === 'broken' ? { ...item, availability: 'withheld' as const } : item
    }
    const unlock = { itemId: params.id, ...body, key }
    return { data: presentReceipt(await unlockLocked(ctx, viewer, { type: 'message', load }, unlock)) }
  }),
]
