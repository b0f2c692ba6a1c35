import { buildSession, buildUser } from '@fanlight/server/testing/builders'
import { startTestServer } from '@fanlight/server/testing/server'
import pg from 'pg'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { becomes, openClient, startLiveProcess, startProxy } from './socket-world.ts'

// All clients of a process lose their connections at one moment and come back after a pause of their own, while people read pages of it.
// `n` counts clients.

const pool = 6

export const check: ReliabilityCheck = {
  id: 'R5',
  title: 'When all clients come back at once, calls are answered and the database has no more connections than usual',
  async run({ tier, random }) {
    const { clients, apart } = counts.R5[tier]
    const server = await startTestServer()
    const target = await startLiveProcess(server, { DATABASE_POOL: String(pool) })
    const proxy = await startProxy([target.port])
    const owner = new pg.Client({ connectionString: server.ownerUrl })
    await owner.connect()
    const violations: string[] = []
    const fans = await Promise.all(Array.from({ length: 10 }, () => buildUser(server.ctx)))
    const sessions = await Promise.all(
      Array.from({ length: clients }, (_, n) => buildSession(server.ctx, fans[n % fans.length]!.id)),
    )
    let isOver = false
    const opened = sessions.map(({ token }) =>
      openClient(proxy.url, token, { handle: () => {}, pauseMs: () => random() * apart }),
    )
    const isBack = (times: number) => () => opened.every((client) => client.isSignedIn() && client.signIns() >= times)
    let answered = 0
    let most = 0
    const tookMs: number[] = []
    const reads = async () => {
      while (!isOver) {
        const from = performance.now()
        const reply = await fetch(`http://127.0.0.1:${target.port}/api/users/me`, {
          headers: { authorization: fans[0]!.token },
        })
        await reply.arrayBuffer()
        tookMs.push(performance.now() - from)
        if (reply.status !== 200) violations.push(`a call was answered with ${reply.status}`)
        answered += 1
      }
    }
    const watches = async () => {
      while (!isOver) {
        const { rows } = await owner.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
             AND backend_type = 'client backend' AND application_name <> 'fanlight bus'`,
        )
        most = Math.max(most, rows[0]!.n)
      }
    }
    try {
      if (!(await becomes(isBack(1), tier === 'ci' ? 20_000 : 120_000))) violations.push('clients did not connect')
      const connectionsOfThis = 8
      const running = [reads(), reads(), watches()]
      proxy.cut()
      if (!(await becomes(isBack(2), tier === 'ci' ? 10_000 : 60_000)))
        violations.push(`${opened.filter((client) => client.signIns() < 2).length} clients did not come back`)
      isOver = true
      await Promise.all(running)
      if (answered === 0) violations.push('no call was answered')
      if (most > pool + connectionsOfThis) violations.push(`the database had ${most} connections`)
      const p99 = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length * 0.99)] ?? 0
      if (tier !== 'ci' && p99 > 2_000)
        violations.push(`of ${answered} calls 99 in a hundred took ${Math.round(p99)} ms`)
      return { n: clients, violations: [...new Set(violations)] }
    } finally {
      isOver = true
      for (const client of opened) client.stop()
      await proxy.stop()
      await target.kill()
      await owner.end()
      await server.stop()
    }
  },
}
