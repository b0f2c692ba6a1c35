import { randomBytes } from 'node:crypto'
import { accountOfToken } from '@fanlight/server/modules/people/accounts/auth/identify'
import { baseOf, type Scope, scopes } from '@fanlight/server/modules/media/serving/address'
import { newId } from '@fanlight/server/platform/ids'
import { rows, sql } from '@fanlight/server/platform/db/db'
import type { Viewer } from '@fanlight/server/platform/viewer'
import { startTestServer } from '@fanlight/server/testing/server'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { addressesIn, answerFor, buildScene, buy, privateBytes, soldKinds } from './served-world.ts'

// Addresses of private media that were made up, by someone who knows how they are made, which files there are and when, and everything but
// the site's secret. None opens, and what is forbidden answers as what does not exist.

export const check: ReliabilityCheck = {
  id: 'P3',
  title: 'no address that is made up opens, nor shows what exists',
  async run({ tier, random }) {
    const { tries } = counts.P3[tier]
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
    const violations: string[] = []
    let n = 0
    try {
      const { ctx, app } = server
      const [scene, stranger] = [await buildScene(server), await buildScene(server)]
      for (const kind of soldKinds) await buy(server, scene, kind)
      const given = (await Promise.all(soldKinds.map((kind) => answerFor(server, scene.fan, scene, kind)))).flatMap(
        addressesIn,
      )
      const account = (await accountOfToken(ctx, stranger.fan.token))!.account
      const viewer: Viewer = {
        kind: 'signed-in',
        ...account,
        address: '127.0.0.1',
        country: null,
        locale: 'en-US',
        age: 'none',
      }
      const who = [stranger.fan, scene.fan]
      const parts = ['640.webp', 'file', 'captions-en-US.vtt', 'preview.webp', 'master.m3u8']
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
      const ways: Record<string, () => string> = {
        // The whole token at random.
        'a random token': () => `${pick(['d', 'o', 'a', 'p'])}${randomBytes(60).toString('base64url').slice(0, 80)}`,
        // Everything right but the signature.
        'a random signature': () => {
          const scope = pick(Object.keys(scopes) as Scope[])
          return (
            tokenIn(baseOf(ctx, viewer, scope, pick(scene.fileIds))).slice(0, -22) +
            randomBytes(17).toString('base64url').slice(0, 22)
          )
        },
        // A signature that is right, of another address.
        'a foreign signature': () =>
          tokenIn(baseOf(ctx, viewer, 'display', pick(scene.fileIds))).slice(0, -22) + tokenIn(pick(given)).slice(-22),
        // An address that was given to its buyer, with characters changed.
        'a changed token': () => {
          const address = pick(given)
          const token = [...tokenIn(address)]
          const from = random() < 0.5 ? 0 : token.length - 22
          for (let at = 0; at < 2; at++)
            token[from + Math.floor(random() * (token.length - from))] = pick([...'ABCDEFabcdef0123456789_-'])
          return `${token.join('')}/${address.split('/')[3]}`
        },
      }
      const answers = new Map<string, string>()
      const isGiven = (url: string) => given.some((address) => tokenIn(address) === tokenIn(url))
      const attempt = async () => {
        const [name, make] = pick(Object.entries(ways))
        const made = make()
        const url = `/media/${made.includes('/') ? made : `${made}/${pick(parts)}`}`
        if (isGiven(url)) return
        n++
        const reply = await app.inject({ url, headers: { authorization: pick(who).token } })
        if (reply.statusCode !== 404 || reply.payload.includes(privateBytes))
          violations.push(`${name} for ${url.at(7)}: answered ${reply.statusCode}`)
        else answers.set(name, shapeOf(reply))
      }
      for (let done = 0; done < tries; done += atOnce) await Promise.all(Array.from({ length: atOnce }, attempt))
      // What is forbidden to a viewer: another's address as it is, and one that is made for a viewer without the right to it.
      for (const url of [...given, ...scene.fileIds.map((id) => `${baseOf(ctx, viewer, 'display', id)}640.webp`)]) {
        n++
        const reply = await app.inject({ url, headers: { authorization: stranger.fan.token } })
        if (reply.statusCode !== 404) violations.push(`a forbidden address answered ${reply.statusCode}`)
        answers.set('forbidden', shapeOf(reply))
      }
      answers.set(
        'missing',
        shapeOf(
          await app.inject({
            url: `${baseOf(ctx, viewer, 'display', newId())}640.webp`,
            headers: { authorization: stranger.fan.token },
          }),
        ),
      )
      if (new Set(answers.values()).size !== 1)
        violations.push(`what is missing and what is forbidden answer differently: ${[...answers].join(' | ')}`)
      n += await tryIds(violations)
      return { n, violations: [...new Set(violations)] }

      /** Storage keys have 160 bits; ids of files are no secret, and open nothing. */
      async function tryIds(found: string[]): Promise<number> {
        const keys = await rows(
          ctx.db,
          sql<{ key: string }>`SELECT original_key AS key FROM files UNION ALL SELECT storage_key FROM file_variants`,
        )
        for (const { key } of keys.slice(0, 20))
          for (const url of [`/media/${key}`, `/${key}`, `/api/media/${key}`, `/static/${key}`]) {
            const reply = await app.inject({ url, headers: { authorization: scene.fan.token } })
            if (reply.statusCode < 300 || reply.payload.includes(privateBytes))
              found.push(`${url} answered ${reply.statusCode}`)
          }
        return Math.min(20, keys.length) * 4
      }
    } finally {
      await server.stop()
    }
  },
}

const atOnce = 50
const tokenIn = (address: string): string => address.split('/')[2]!
/** What an answer looks like from outside, but for the time and its own number. */
function shapeOf({
  statusCode,
  headers,
  payload,
}: {
  statusCode: number
  headers: Record<string, unknown>
  payload: string
}): string {
  const names = Object.keys(headers)
    .filter((name) => name !== 'date')
    .sort()
  const body = payload.replaceAll(/"requestId":"[^"]*"/g, '')
  return `${statusCode} ${names.join()} ${body}`
}
