import { fileURLToPath } from 'node:url'
import { loadLoop } from '@fanlight/live-engine/loop/loop'
import type { Loops } from '@fanlight/live-engine/http'
import { liveEngine } from '@fanlight/server/modules/live/engine/engine'
import { open, openOf, setGoal } from '@fanlight/server/modules/live/streams/streaming'
import type { Context } from '@fanlight/server/platform/context'
import { rows, sql } from '@fanlight/server/platform/db/db'

// Live rooms of the demo: loops that the engine sends by itself, so that somebody is always live. Who logs in as one of these creators and goes live with a
// camera takes the place of the loop.

const shows = [
  {
    username: 'marisolquay',
    title: 'Loops after dark, requests open',
    type: 'public',
    loop: 'marisol-loop',
    goal: { title: 'New strings, new song', tokens: 1_200 },
  },
  { username: 'luluokarin', title: 'Flipping a 1962 soul record', type: 'public', loop: 'lulu-record', goal: null },
  { username: 'teobakes', title: 'Sourdough, start to crust', type: 'subscribers', loop: 'teo-dough', goal: null },
] as const

const asset = (name: string) => fileURLToPath(new URL(`./assets/${name}`, import.meta.url))
/** Read when it is first played; the engine's process has them, and no other. */
export const loops: Loops = Object.fromEntries(
  shows.map(({ loop }) => {
    let loaded: ReturnType<typeof loadLoop> | undefined
    const load = () => (loaded ??= loadLoop({ video: asset(`live-${loop}.ivf`), audio: asset(`live-${loop}.opus`) }))
    return [loop, load]
  }),
)

/** Every few seconds: whoever of them isn't live goes live. */
export async function keepRoomsLive(ctx: Context): Promise<void> {
  const engine = liveEngine(ctx)
  if (!ctx.config.demoWorld || !engine.play) return
  const running = await engine.rooms().catch(() => null)
  // The engine is starting, or away for a moment.
  if (!running) return
  const creators = await rows(
    ctx.db,
    sql<{
      id: string
      username: string
    }>`SELECT a.id, a.username FROM accounts a JOIN performers p ON p.account_id = a.id
      WHERE a.username = ANY(${shows.map(({ username }) => username)}) AND NOT performer_is_closed(a.status, p.verification_status)`,
  )
  for (const { id, username } of creators) {
    const { title, type, loop, goal } = shows.find((show) => show.username === username)!
    const stream = (await openOf(ctx, id)) ?? (await open(ctx, id, { title, type }))
    if (goal && stream.status === 'preparing' && stream.goalTitle === null)
      await ctx.transaction((tx) => setGoal(tx, stream, goal))
    if (!running.some((room) => room.id === stream.id)) await engine.play(stream.id, loop)
  }
}
