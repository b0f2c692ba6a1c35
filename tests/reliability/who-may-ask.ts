import { readFileSync } from 'node:fs'
import type { CastName } from './api-world.ts'

// Reads `who-may-ask.tsv`: one line a call, the outcome for everybody, then those for whom it is another.

export interface Line {
  about: string
  outcome: string
  exceptions: Map<CastName, string>
}

export function readTable(): Map<string, Line> {
  const lines = readFileSync(new URL('who-may-ask.tsv', import.meta.url), 'utf8').split('\n')
  return new Map(
    lines
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => {
        const [route = '', about = '', outcome = '', rest = ''] = line.split('\t')
        const exceptions = new Map<CastName, string>()
        for (const part of rest.split(' · ').filter(Boolean)) {
          const words = part.split(' ')
          const other = words.pop()!
          for (const name of words) exceptions.set(name as CastName, other)
        }
        return [route, { about, outcome, exceptions }]
      }),
  )
}

/** What the table says of somebody, case by case: `200/404` is one status for each of its cases, `200` one for all. */
export function expectedOf(line: Line, name: CastName, cases: number): string[] {
  const said = (line.exceptions.get(name) ?? line.outcome).split('/')
  return said.length === 1 ? Array<string>(cases).fill(said[0]!) : said
}

/** The line of a call as it was seen to answer: the most frequent outcome first, everybody else by name. */
export function lineOf(route: string, about: readonly string[], seen: Map<CastName, string[]>): string {
  const short = new Map(
    [...seen].map(([name, outcomes]) => [name, new Set(outcomes).size === 1 ? outcomes[0]! : outcomes.join('/')]),
  )
  const groups = Map.groupBy(short, ([, outcome]) => outcome)
  const [usual = '', ...others] = [...groups.keys()].sort((a, b) => groups.get(b)!.length - groups.get(a)!.length)
  const exceptions = others.map((outcome) => [...groups.get(outcome)!.map(([name]) => name), outcome].join(' '))
  return [route, about.join('/') || '–', usual, exceptions.join(' · ')].join('\t').trimEnd()
}
