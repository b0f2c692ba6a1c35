import { charge } from '@fanlight/server/modules/money/charges/charge'
import { chooseRecipients, sendBatch } from '@fanlight/server/modules/talk/conversations/broadcasts/copies'
import { lock, setStatus } from '@fanlight/server/modules/talk/conversations/broadcasts/store'
import { create as createBroadcast } from '@fanlight/server/modules/talk/conversations/broadcasts/writing'
import { changeMessageSettings } from '@fanlight/server/modules/talk/conversations/message-settings'
import { read as readConversation } from '@fanlight/server/modules/talk/conversations/opening'
import { sendWelcome } from '@fanlight/server/modules/talk/conversations/welcome'
import type { Context } from '@fanlight/server/platform/context'
import { rows, sql } from '@fanlight/server/platform/db/db'
import { bodyHash } from '@fanlight/server/platform/once'
import { assert } from '@fanlight/server/platform/refusal'
import type { SignedIn } from '@fanlight/server/platform/viewer'
import { hour } from './clock.ts'

// What a creator of the demo world wrote to all subscribers at once, and to new ones. Files are still being processed at that time, so copies
// are sent and unlocked by the rules below those that wait for files.

export const welcomePhoto = 'ines-studio.webp'
export const broadcastPhotos = ['ines-wheel.webp', 'ines-glaze.webp']
const priceTokens = 60
const welcomedMax = 3

interface Scene {
  opened: Date
  creator: SignedIn
  /** Whose purse and unread messages other parts of the demo count on. */
  except: string
  signedIn: (id: string) => SignedIn
  topUp: (fan: SignedIn, tokens: number) => Promise<void>
  fileIdOf: (name: string) => string
  goTo: (at: Date) => Promise<unknown>
}

/** The newest subscribers were welcomed when they subscribed. */
export async function makeWelcomes(tx: Context, { creator, fileIdOf, goTo }: Scene): Promise<void> {
  await changeMessageSettings(tx, creator, {
    welcomeEnabled: true,
    welcomeMessage: 'Welcome to the studio! Ask me anything; this is where the wheel stands.',
    welcomeFileIds: [fileIdOf(welcomePhoto)],
  })
  const newest = await rows(
    tx.db,
    sql<{
      subscriptionId: string
      userId: string
      at: Date
    }>`SELECT s.id AS "subscriptionId", s.fan_id AS "userId", s.started_at AS at
      FROM subscriptions s WHERE s.performer_id = ${creator.id} AND NOT EXISTS (SELECT FROM subscriptions o
        WHERE o.fan_id = s.fan_id AND o.performer_id = s.performer_id AND o.id <> s.id)
      ORDER BY s.started_at DESC LIMIT ${welcomedMax}`,
  )
  for (const { at, ...started } of newest) {
    await goTo(at)
    await sendWelcome(tx, { ...started, performerId: creator.id })
  }
}

/** Three days ago; every second copy was opened, and some of those bought. */
export async function makeBroadcast(
  tx: Context,
  { opened, creator, except, signedIn, topUp, fileIdOf, goTo }: Scene,
): Promise<void> {
  const sentAt = new Date(opened.getTime() - 75 * hour)
  await goTo(sentAt)
  const id = await createBroadcast(tx, creator, {
    text: 'Straight from the wheel: two photos that are in no post.',
    fileIds: broadcastPhotos.map(fileIdOf),
    price: priceTokens,
    include: [{ kind: 'subscribers' }],
    exclude: [],
    leaveOutOwners: false,
  })
  const broadcast = async () => {
    const found = await lock(tx, id)
    assert(found, 'the broadcast was written')
    return found
  }
  await chooseRecipients(tx, await broadcast())
  await sendBatch(tx, await broadcast(), 'photo', 1000)
  await setStatus(tx, await broadcast(), 'sent', true)
  const copies = await rows(
    tx.db,
    sql<{
      messageId: string
      conversationId: string
      fanId: string
    }>`SELECT g.id AS "messageId", g.conversation_id AS "conversationId",
        m.account_id AS "fanId" FROM messages g
      JOIN conversation_members m ON m.conversation_id = g.conversation_id AND m.account_id <> ${creator.id}
      WHERE g.broadcast_id = ${id} AND m.account_id <> ${except} ORDER BY m.account_id`,
  )
  for (const [n, { messageId, conversationId, fanId }] of copies.entries()) {
    if (n % 2 === 1) continue
    await goTo(new Date(sentAt.getTime() + (n + 1) * 0.4 * hour))
    const fan = signedIn(fanId)
    await readConversation(tx, fan, conversationId)
    if (n % 4 !== 0) continue
    await topUp(fan, priceTokens)
    await charge(tx, {
      userId: fanId,
      performerId: creator.id,
      type: 'message',
      targetId: messageId,
      tokens: BigInt(priceTokens * 100),
      key: `demo:broadcast:${fanId}`,
      bodyHash: bodyHash([messageId]),
    })
  }
}
