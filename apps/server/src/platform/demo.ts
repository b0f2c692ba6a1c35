import type { Loops } from '@fanlight/live-engine/http'
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import type { Egress } from './egress.ts'
import type { ScheduledJob } from './jobs/scheduled-jobs.ts'

/** What demo mode adds to the product. It is handed over when a process starts: the server imports none of it, and production loads none of it. */
export interface Demo {
  schedule: ScheduledJob[]
  /** The accounts that a visitor may sign in with: none where their passwords aren't published. */
  accounts(ctx: Context): Promise<{ role: string; username: string; password: string }[]>
  /** Called before a public demo listens: accounts that were loaded with the published password lose it. */
  removePublishedPasswords(ctx: Context): Promise<void>
  notices: DemoNotices
  /** What is shown in live rooms without a camera: see `play` of the live engine. */
  loops: Loops
  cards: TestGateway
}

/** What the terminal reads at the start of a demo. */
export interface DemoNotices {
  /** Resolves when the shown accounts can sign in. Whatever delays them, it gives up after a while. */
  untilAccountsExist(ctx: Context, log: (line: string) => void): Promise<void>
  /** Prints how to sign in. True while content is still loading. */
  announce(ctx: Context, log: (line: string) => void): Promise<boolean>
  /** Resolves when all content is loaded. */
  untilLoaded(ctx: Context): Promise<void>
}

/** A card network without real money that speaks Stripe's protocol. */
export interface TestGateway {
  webhookSecret(ctx: Context): string
  /** Where this process reaches its API. */
  host(ctx: Context): Promise<{ url: string; secretKey: string; egress: Egress; deadlineMs: number }>
  /** Its card form, its bank, and the form of an account that is paid out to. */
  registerPages(app: FastifyInstance, ctx: Context): Promise<void>
  /** Where it sends its events from now on. */
  registerEndpoint(ctx: Context, url: string): Promise<void>
}

let attached: Demo | undefined

/** Once in each process, before anything is started. */
export const attachDemo = (demo: Demo): void => {
  attached = demo
}

/** Nothing in production, whatever is attached. */
export const demoOf = ({ config }: { config: Pick<Context['config'], 'mode'> }): Demo | undefined =>
  config.mode === 'demo' ? attached : undefined
