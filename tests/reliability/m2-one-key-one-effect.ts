import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { buildConversation, buildMessage, buildMessagePhoto } from '@fanlight/server/modules/talk/conversations/testing'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { walletBalance } from '@fanlight/server/modules/money/ledger/post'
import { buildFile } from '@fanlight/server/modules/content/posts/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildFan, buildLockedFeed } from '@fanlight/server/modules/money/wallet/testing'
import type { Context } from '@fanlight/server/platform/context'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { breakFunction, count, ledgerViolations, send, startMoneyWorld } from './money-world.ts'

// One key is one effect: sent many times at once, sent again with another body, and sent again after a connection that broke
// before its answer came.

export const check: ReliabilityCheck = {
  id: 'M2',
  title: 'A repeated key is charged once and answered the same',
  async run({ tier, random }) {
    const { keys, parallel, cut } = sabotaged('M2') ? { keys: 2, parallel: 8, cut: 0 } : counts.M2[tier]
    const world = await startMoneyWorld()
    const violations: string[] = []
    try {
      // The deliberate bug: keys are stored with something that makes each of them new.
      if (sabotaged('M2'))
        await breakFunction(world.owner, 'charge_tokens', [
          ["|| ':' || p_key", "|| ':' || p_key || p_id"],
          ['wallet_after, p_key, p_body_hash', 'wallet_after, p_key || p_id, p_body_hash'],
        ])
      const performer = await buildPerformer(world.ctx)
      const tip = `/wallet/charges/tip/${performer.id}`
      const purchases = await purchasesOf(world.ctx, performer)
      const node = () => world.urls[random() < 0.5 ? 0 : 1]
      for (let n = 0; n < keys; n++) {
        const fan = await buildFan(world.ctx, 10_000)
        const key = randomUUID()
        // Tips and everything that is sold, in turn.
        const purchase = purchases[(n % (purchases.length + 1)) - 1]
        const path = purchase ? await purchase(fan) : tip
        const bodyOf = (tokens: number) => (path === tip ? { tokens } : { expectedPrice: tokens })
        const replies = await Promise.all(
          Array.from({ length: parallel }, () => send(node(), fan.token, 'POST', path, bodyOf(25), key)),
        )
        const distinct = new Set(replies.map((reply) => `${reply.status} ${reply.text}`))
        if (distinct.size !== 1 || replies[0]!.status !== 200)
          violations.push(`${distinct.size} different replies to one key: ${[...distinct].slice(0, 2).join(' | ')}`)
        const other = await send(node(), fan.token, 'POST', path, bodyOf(26), key)
        if (other.status !== 422 || other.body.code !== 'KEY_REUSED')
          violations.push(`another body with a used key was answered ${other.status}`)
        const found = await count(world.owner, 'SELECT count(*) AS n FROM charges WHERE user_id = $1', [fan.id])
        if (found !== 1) violations.push(`${found} effects of one key`)
        if ((await walletBalance(world.ctx, fan.id)) !== 997_500n)
          violations.push('a wallet paid something else than once')
      }
      for (let n = 0; n < cut; n++) {
        const fan = await buildFan(world.ctx, 100)
        const key = randomUUID()
        await sendAndLeave(node(), fan.token, tip, key, Math.floor(random() * 30))
        const reply = await send(node(), fan.token, 'POST', tip, { tokens: 25 }, key)
        if (reply.status !== 200) violations.push(`a retry after a broken connection was answered ${reply.status}`)
        const found = await count(world.owner, 'SELECT count(*) AS n FROM charges WHERE user_id = $1', [fan.id])
        if (found !== 1) violations.push(`${found} effects after a broken connection`)
      }
      violations.push(...(await ledgerViolations(world.ctx)))
      return { n: keys * (parallel + 1) + cut, violations }
    } finally {
      await world.stop()
    }
  },
}

/** The calls that buy one thing of each kind for 25 tokens. */
async function purchasesOf(ctx: Context, creator: Built): Promise<((fan: Built) => Promise<string>)[]> {
  const gate = { type: 'paid', price: 2500n } as const
  const file = await buildFile(ctx, creator, { purpose: 'product-file' })
  const items = {
    gallery: (await buildGallery(ctx, creator, { gate })).id,
    video: await buildVideo(ctx, creator, { gate }),
    product: await buildProduct(ctx, creator, { type: 'digital', price: 2500n, files: [{ id: file, role: 'main' }] }),
    feed: await buildLockedFeed(ctx, creator, 25),
  }
  const message = async (fan: Built) => {
    const fileIds = [await buildMessagePhoto(ctx, creator)]
    const id = await buildMessage(ctx, await buildConversation(ctx, creator, fan), creator, { price: 2500n, fileIds })
    return `/wallet/charges/message/${id}`
  }
  return [
    message,
    ...Object.entries(items).map(
      ([kind, id]) =>
        async () =>
          `/wallet/charges/${kind}/${id}`,
    ),
  ]
}

/** Sends the whole request and is gone before the answer. */
function sendAndLeave(url: string, token: string, path: string, key: string, afterMs: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const body = '{"tokens":25}'
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /api${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${token}\r\nIdempotency-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      setTimeout(() => socket.destroy(), afterMs)
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve())
  })
}
