import { readFileSync } from 'node:fs'
import type { Endpoint } from '@fanlight/contract/endpoint'
import type { CastName } from './api-world.ts'

// Reads `call-policies.tsv`: one line per call, with the default outcome, then the roles for which it differs.

export interface Line {
  about: string
  outcome: string
  exceptions: Map<CastName, string>
}

export function readTable(): Map<string, Line> {
  const lines = readFileSync(new URL('call-policies.tsv', import.meta.url), 'utf8').split('\n')
  return new Map(
    lines
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => {
        const [route = '', about = '', outcome = '', rest = ''] = line.split('\t')
        const exceptions = new Map<CastName, string>()
        for (const part of rest.split(' · ').filter(Boolean)) {
          const outcomes = part.split(' ')
          const other = outcomes.pop()!
          for (const name of outcomes) exceptions.set(name as CastName, other)
        }
        return [route, { about, outcome, exceptions }]
      }),
  )
}

/** Calls that an account which is being closed may still make with its session; all others except public calls are rejected. */
const openWhileClosing = new Set([
  'POST /auth/logout',
  'GET /auth/sessions',
  'DELETE /auth/sessions/:id',
  'GET /users/me',
  'GET /users/me/closing',
  'POST /users/me/closing',
  'DELETE /users/me/closing',
  'GET /auth/confirmation',
  'POST /auth/confirmation',
  'POST /auth/confirmation/code',
  'POST /auth/confirmation/passkey',
  'GET /users/me/export',
  'POST /users/me/export',
  'POST /users/me/export/address',
])
export const isShutWhileClosing = ({ who, route }: Pick<Endpoint, 'who' | 'route'>, name: CastName) =>
  name === 'closing' && who !== 'public' && !openWhileClosing.has(route)

/** Calls that an account with a pending required step may make; all others answer 403. */
const callsIn = (file: string) =>
  new Set(
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#')),
  )
const openTo: { [Name in CastName]?: Set<string> } = {
  unfinished: callsIn('open-to-unfinished.txt'),
  termsDue: callsIn('open-while-terms-due.txt'),
}
/** Roles for which the table omits most calls, namely the calls they may not make at all. */
export const hasListOfOwn = (name: CastName): boolean => name in openTo
const isShutFor = (name: CastName, route: string) => openTo[name]?.has(route) === false

/** The table's outcome for a role, case by case: `200/404` is one status for each case of the call, `200` one for all cases. */
export function expectedOf(line: Line, name: CastName, cases: number, call: Endpoint): string[] {
  if (isShutFor(name, call.route)) return Array<string>(cases).fill('403')
  const outcome = (line.exceptions.get(name) ?? line.outcome).split('/')
  const each = outcome.length === 1 ? Array<string>(cases).fill(outcome[0]!) : outcome
  return isShutWhileClosing(call, name) ? each.map((entry) => (entry === '–' ? entry : '403')) : each
}

/** The line of a call as it was seen to answer: the most frequent outcome first, everybody else by name. */
export function lineOf(route: string, about: readonly string[], seen: Map<CastName, string[]>): string {
  const short = new Map(
    [...seen]
      .filter(([name]) => !isShutFor(name, route))
      .map(([name, outcomes]) => [name, new Set(outcomes).size === 1 ? outcomes[0]! : outcomes.join('/')]),
  )
  const groups = Map.groupBy(short, ([, outcome]) => outcome)
  const [usual = '', ...others] = [...groups.keys()].sort((a, b) => groups.get(b)!.length - groups.get(a)!.length)
  const exceptions = others.map((outcome) => [...groups.get(outcome)!.map(([name]) => name), outcome].join(' '))
  return [route, about.join('/') || '–', usual, exceptions.join(' · ')].join('\t').trimEnd()
}
