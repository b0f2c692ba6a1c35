import type { Config } from '../platform/config.ts'

export type Verdict = 'pass' | 'warn' | 'fail' | 'skipped'

/** What one check found, in sentences for the operator. */
export interface Finding {
  verdict: Verdict
  /** What was tried and what came of it; where it was skipped, why. */
  tried: string
  /** Which setting to change, and how. */
  change?: string
  /** What this machine can't see: what to try on another one. */
  elsewhere?: string
}

/** What the checks look at. */
export interface Installation {
  config: Config
  /** The address under which browsers reach the product. */
  site: string
  /** None where the embedded PostgreSQL isn't running. */
  databaseUrl?: string
  /** Of the installation. Only asked for where the product runs. */
  secret(): Promise<Buffer>
  network: Network
}

/** What a machine knows of its network; tests have another one. */
export interface Network {
  /** IPv4 addresses of this machine. */
  own(): readonly string[]
  /** The IPv4 addresses that a name leads to, none where it leads nowhere. */
  resolve(host: string): Promise<readonly string[]>
}

export interface Check {
  name: string
  run(installation: Installation): Promise<Finding>
}

type Rest = Omit<Finding, 'verdict' | 'tried'>
export const pass = (tried: string, rest: Rest = {}): Finding => ({ verdict: 'pass', tried, ...rest })
export const warn = (tried: string, change: string, rest: Rest = {}): Finding => ({
  verdict: 'warn',
  tried,
  change,
  ...rest,
})
export const fail = (tried: string, change: string, rest: Rest = {}): Finding => ({
  verdict: 'fail',
  tried,
  change,
  ...rest,
})
export const skipped = (why: string): Finding => ({ verdict: 'skipped', tried: why })

/** An error with its causes, in one line. */
export function reasonOf(error: unknown): string {
  // Of a name with several addresses, each of which was tried.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const own = error.message || String((error as NodeJS.ErrnoException).code ?? error.name)
  return error.cause === undefined ? own : `${own} (${reasonOf(error.cause)})`
}
