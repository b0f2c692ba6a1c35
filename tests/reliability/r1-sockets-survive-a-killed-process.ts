import { subscriptionRenewed } from '@fanlight/server/modules/money/subscriptions/events'
import { publishAll } from '@fanlight/server/platform/events/events'
import { buildSession, buildUser } from '@fanlight/server/testing/builders'
import { startTestServer } from '@fanlight/server/testing/server'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { becomes, openClient, startLiveProcess, startProxy } from './socket-world.ts'

// Clients at several processes, of which one is killed. All of them are back afterwards, and each is sent what concerns its account.
// `n` counts clients.

export const check: ReliabilityCheck = {
  id: 'R1',
  title: 'When a process is killed, all of its clients come back to others and are sent what concerns them',
  async run({ tier, random }) {
    const { clients, processes } = counts.R1[tier]
    const server = await startTestServer()
    const nodes = await Promise.all(Array.from({ length: processes }, () => startLiveProcess(server)))
    const [doomed, ...others] = nodes
    const proxy = await startProxy(nodes.map(({ port }) => port))
    const violations: string[] = []
    // Thousands of clients connect and hear from one process here. How long they take is no figure of this check.
    const patienceMs =
      tier === 'ci' ? { connecting: 20_000, hearing: 5_000 } : { connecting: 120_000, hearing: 120_000 }
    const people = await Promise.all(Array.from({ length: Math.min(clients, 50) }, () => buildUser(server.ctx)))
    const sessions = await Promise.all(
      Array.from({ length: clients }, (_, n) => buildSession(server.ctx, people[n % people.length]!.id)),
    )
    const heard = sessions.map(() => new Set<string>())
    // The page waits 1 to 10 seconds; at ci a tenth of it.
    const shortest = tier === 'ci' ? 100 : 1_000
    const opened = sessions.map(({ token }, n) =>
      openClient(proxy.url, token, {
        pauseMs: () => shortest + random() * shortest * 9,
        handle: ({ name, data }) => {
          if (name === 'subscription/updated')
            heard[n]!.add((data as unknown as { subscriptionId: string }).subscriptionId)
        },
      }),
    )
    /** An event for each account; all of its clients are sent it. */
    const isHeardByAll = async (what: string) => {
      const events = people.map(({ id }) => ({ subscriptionId: what, userId: id, performerId: id }))
      await server.ctx.transaction((tx) => publishAll(tx, subscriptionRenewed, events))
      return becomes(() => heard.every((ids) => ids.has(what)), patienceMs.hearing)
    }
    try {
      if (!(await becomes(() => opened.every((client) => client.isSignedIn()), patienceMs.connecting)))
        violations.push('clients did not connect')
      if (!(await isHeardByAll('0198a000-0000-7000-8000-000000000001')))
        return { n: clients, violations: ['clients were sent nothing'] }
      const before = opened.map((client) => client.signIns())
      proxy.leadTo(others.map(({ port }) => port))
      const killedAt = performance.now()
      await doomed!.kill()
      // Those of the killed process lose their connections; the others keep theirs.
      await becomes(() => opened.some((client) => !client.isSignedIn()))
      if (!(await becomes(() => opened.every((client) => client.isSignedIn()), 20_000)))
        violations.push('not all clients came back')
      const tookMs = performance.now() - killedAt
      if (tier !== 'ci' && tookMs > 20_000) violations.push(`the last client was back after ${Math.round(tookMs)} ms`)
      const moved = opened.filter((client, n) => client.signIns() > before[n]!).length
      if (moved === 0 || moved === clients) violations.push(`${moved} of ${clients} clients lost their connection`)
      if (!(await isHeardByAll('0198a000-0000-7000-8000-000000000002')))
        violations.push('a client that came back was sent nothing')
      return { n: clients, violations }
    } finally {
      for (const client of opened) client.stop()
      await proxy.stop()
      await Promise.all(nodes.map((node) => node.kill()))
      await server.stop()
    }
  },
}
