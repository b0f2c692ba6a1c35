import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { walletBalance } from '@fanlight/server/modules/money/ledger/post'
import { buildFan } from '@fanlight/server/modules/money/wallet/testing'
import { buildPerformer } from '@fanlight/server/testing/builders'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { breakFunction, ledgerViolations, startMoneyWorld } from './money-world.ts'

// A wallet that covers N payments receives ten times as many at once: each request is sent except its last byte, on connections to two
// nodes, and then all the last bytes go together.

const paid = 5

export const check: ReliabilityCheck = {
  id: 'M3',
  title: 'A token is spent once',
  async run({ tier }) {
    const { rounds, sockets } = counts.M3[tier]
    const world = await startMoneyWorld()
    const violations: string[] = []
    try {
      // The deliberate bug: no charge locks the payer's row, and the posting reads it without its lock and never debits it by the statement
      // that looks.
      if (sabotaged('M3')) {
        await breakFunction(world.owner, 'charge_tokens', [[' FOR NO KEY UPDATE', '']])
        await breakFunction(world.owner, 'ledger_post', [
          [' FOR NO KEY UPDATE', ''],
          ['AND balance >= payer.pays', 'AND false'],
        ])
      }
      const performer = await buildPerformer(world.ctx)
      for (let round = 0; round < rounds; round++) {
        const fan = await buildFan(world.ctx, paid * 10)
        const statuses = await together(world.urls, fan.token, `/wallet/charges/tip/${performer.id}`, sockets)
        const succeeded = statuses.filter((status) => status === 200).length
        if (succeeded !== paid) violations.push(`${succeeded} of ${statuses.length} succeeded with tokens for ${paid}`)
        if (statuses.some((status) => status !== 200 && status !== 402))
          violations.push(`answered ${[...new Set(statuses)].join(', ')}`)
        const left = await walletBalance(world.ctx, fan.id)
        if (left !== 0n) violations.push(`${left} hundredths are left of nothing`)
        if (sabotaged('M3') && violations.length > 0) break
      }
      violations.push(...(await ledgerViolations(world.ctx)))
      return { n: rounds * paid * 10, violations }
    } finally {
      await world.stop()
    }
  },
}

async function together(urls: readonly string[], token: string, path: string, sockets: number): Promise<number[]> {
  const perSocket = Math.ceil((paid * 10) / sockets)
  const body = '{"tokens":10}'
  const waiting = await Promise.all(
    Array.from({ length: sockets }, async (_, n) => {
      const { hostname, port } = new URL(urls[n % urls.length]!)
      const socket = await new Promise<Socket>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => resolve(socket)).once('error', reject)
      })
      const request = (close: boolean) =>
        `POST /api${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${token}\r\nIdempotency-Key: ${randomUUID()}\r\n${close ? 'Connection: close\r\n' : ''}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      const whole = Array.from({ length: perSocket }, (_each, i) => request(i === perSocket - 1)).join('')
      socket.write(whole.slice(0, -1))
      return { socket, last: whole.slice(-1) }
    }),
  )
  const answers = waiting.map(
    ({ socket }) =>
      new Promise<string>((resolve) => {
        let text = ''
        socket.on('data', (chunk) => (text += chunk)).once('close', () => resolve(text))
      }),
  )
  for (const { socket, last } of waiting) socket.write(last)
  return (await Promise.all(answers)).flatMap((text) =>
    [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((found) => Number(found[1])),
  )
}
