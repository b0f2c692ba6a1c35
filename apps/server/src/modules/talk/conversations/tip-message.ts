import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { refuseField } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireBeginnable } from '../../access/conversations.ts'
import { lockPairShared } from '../../access/pair-lock.ts'
import type { ChargeRow } from '../../money/charges/charge.ts'
import { type NewTip, sendTip } from '../../money/charges/tip.ts'
import { append } from './appending.ts'
import { withShownTip } from './public-chat/chatting.ts'
import * as store from './store.ts'
import { addOrder, type Asked, requireAsShown } from './tip-menu/ordering.ts'

/**
 * Sends a tip, and shows it where that is wanted: in the conversation of the two, or in the public chat of the creator. One that asks for something
 * from the tip menu is shown there with what it asks for, which is its note.
 */
export const tip = (
  ctx: Context,
  fan: SignedIn,
  { menuItem, ...given }: Omit<NewTip, 'asked'> & { menuItem?: Asked | undefined },
): Promise<ChargeRow> => {
  const { performerId, note = '', tokens } = given
  if (menuItem) {
    if (note !== '' || given.inConversation) refuseField('INVALID_INPUT', 'menuItem')
    return sendTip(
      ctx,
      fan,
      { ...given, asked: menuItem, note: menuItem.title, inPublicChat: true },
      async (tx, _offer, pay) => {
        await requireAsShown(tx, performerId, menuItem, tokens)
        const order = async () => {
          const paid = await pay()
          await addOrder(tx, fan, performerId, menuItem, paid)
          return paid
        }
        return withShownTip(tx, fan, performerId, menuItem.title, order, { isOrder: true })
      },
    )
  }
  return sendTip(
    ctx,
    fan,
    given,
    given.inConversation
      ? (tx, _offer, pay) => withTipMessage(tx, fan, performerId, note, pay)
      : given.inPublicChat
        ? (tx, _offer, pay) => withShownTip(tx, fan, performerId, note, pay)
        : undefined,
  )
}

/**
 * Pays a tip and shows it in the conversation of the two, both or neither. The conversation is locked before the wallet, as it is where a
 * first message is paid for. A tip may be given to everyone who takes tips, also where messages are for subscribers.
 */
async function withTipMessage(
  tx: Context,
  fan: SignedIn,
  performerId: string,
  note: string,
  pay: () => Promise<ChargeRow>,
): Promise<ChargeRow> {
  await lockPairShared(tx, fan.id, performerId)
  await requireBeginnable(tx, fan, { source: 'performer', id: performerId })
  const conversationId = await store.insertPair(tx, fan.id, performerId)
  const last = await store.lockSequence(tx, conversationId)
  const paid = await pay()
  const message: store.NewMessage = {
    id: newId(),
    conversationId,
    senderId: fan.id,
    clientId: paid.id,
    bodyHash: paid.body_hash,
    type: 'tip',
    authorKind: store.authorKindOf(fan),
    replyToId: null,
    chargeId: paid.id,
    text: note,
    price: null,
    fileIds: [],
  }
  await append(tx, message, performerId, last)
  return paid
}
