import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/db.ts'
import { isSignedBy } from './anchors.ts'
import {
  type Anchor,
  anchorsIn,
  type ChainEntry,
  entriesIn,
  looseIn,
  type ChainLink,
  chainLinksIn,
} from './chain-rows.ts'

// The verifier of the audit log: walks the chain from its first chain link and stops at the first entry that does not fit.

const problems = {
  changed: 'was changed after it was chained',
  taken_out: 'was deleted',
  unchained: 'is neither in the chain nor queued for it',
  out_of_order: 'is at the position of another one, which is gone',
  backdated: 'has another time than the one at which it was written',
  erased: 'was erased, though its author’s account is not closed',
  link_changed: 'is the first of a chain link that does not follow from its entries and the link before',
  link_missing: 'was in a chain link that is gone',
  rewritten: 'is the last of a chain link that is not the one that was anchored',
  anchor_forged: 'is the last of a day whose anchor this site did not sign, or before which an anchor is gone',
  cut_off: 'is the last there is, though more was anchored',
} as const
export type ProblemKind = keyof typeof problems
export interface Problem {
  kind: ProblemKind
  /** The first entry that does not fit. Null only where no entry is left. */
  entry: bigint | null
}
export interface ChainVerdict {
  chained: number
  waiting: number
  erased: number
  anchors: number
  chainedAt: Date | null
  problem: Problem | null
}
/** A chain link and its hash, as recorded elsewhere. */
export interface Noted {
  chainLink: bigint
  root: Buffer
}

export const describeProblem = ({ kind, entry }: Problem): string =>
  `${entry === null ? 'the log' : `entry ${entry}`} ${problems[kind]}`

class Broken extends Error {
  readonly problem: Problem
  constructor(kind: ProblemKind, entry: bigint | null) {
    super(kind)
    this.problem = { kind, entry }
  }
}

/** Reads the whole chain from one snapshot of the database: the caller passes a transaction that has one. */
export async function walk(db: Db, keys: readonly Buffer[], noted: readonly Noted[] = []): Promise<ChainVerdict> {
  const anchors = await anchorsIn(db)
  const verdict: ChainVerdict = {
    chained: 0,
    waiting: 0,
    erased: 0,
    anchors: anchors.length,
    chainedAt: null,
    problem: null,
  }
  try {
    await walkChain(db, verdict, anchorCheck(anchors, keys, noted))
    await checkLoose(db, verdict)
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    verdict.problem = error.problem
  }
  return verdict
}

type Before = Pick<ChainLink, 'number' | 'lastPosition' | 'hash'> & { lastEntry: bigint | null }
/** `anchored` is called at each chain link, and once more with the end of the chain. */
async function walkChain(db: Db, verdict: ChainVerdict, anchored: (at: Before, isEnd: boolean) => void): Promise<void> {
  const entries = entriesIn(db)
  let before: Before = { number: 0n, lastPosition: 0n, lastEntry: null, hash: Buffer.alloc(32) }
  for await (const chainLink of chainLinksIn(db)) {
    const digests = createHash('sha256')
    let first: bigint | null = null
    let last: bigint | null = null
    const isNext = chainLink.number === before.number + 1n
    for (let position = before.lastPosition + 1n; position <= chainLink.lastPosition; position++) {
      const row = (await entries.next()).value
      if (!row) throw new Broken('link_changed', first ?? chainLink.firstEntry)
      if (!isNext) throw new Broken('link_missing', row.entry)
      checkEntry(row, position)
      digests.update(row.digest)
      first ??= row.entry
      last = row.entry
      verdict.chained += 1
      if (row.salt === null) verdict.erased += 1
    }
    if (!isNext || !follows(chainLink, before, { first, last, hash: digests.digest() }))
      throw new Broken('link_changed', first ?? chainLink.firstEntry)
    before = chainLink
    verdict.chainedAt = chainLink.at
    anchored(before, false)
  }
  const beyond = (await entries.next()).value
  if (beyond) throw new Broken('link_missing', beyond.entry)
  anchored(before, true)
}

function checkEntry(row: ChainEntry, position: bigint): void {
  const { entry, fixed, texts, salt, personal } = row
  if (row.position !== position) throw new Broken('out_of_order', entry)
  if (fixed === null) throw new Broken('taken_out', entry)
  const saltRetained = salt
    ? sha256(salt, canonical(texts)).equals(personal)
    : texts[0] === '' && texts.slice(1).every((text) => text === null)
  const fields = [String(position), String(entry), ...fixed, row.createdAt, row.writtenAt]
  if (!saltRetained || !sha256(canonical([...fields, personal.toString('hex')])).equals(row.digest))
    throw new Broken('changed', entry)
  if (!salt && !row.authorLeft) throw new Broken('erased', entry)
  if (row.createdAt !== row.writtenAt) throw new Broken('backdated', entry)
}

function follows(
  chainLink: ChainLink,
  before: Before,
  covered: { first: bigint | null; last: bigint | null; hash: Buffer },
): boolean {
  const { number, firstPosition, lastPosition, firstEntry, lastEntry, entriesHash, previousHash, chainedAt } = chainLink
  const fields = [number, firstPosition, lastPosition, firstEntry, lastEntry].map(String)
  return (
    firstPosition === before.lastPosition + 1n &&
    firstEntry === covered.first &&
    lastEntry === covered.last &&
    entriesHash.equals(covered.hash) &&
    previousHash.equals(before.hash) &&
    chainLink.hash.equals(
      sha256(canonical([...fields, entriesHash.toString('hex'), previousHash.toString('hex'), chainedAt])),
    )
  )
}

/** Returns the check to run at each chain link; the anchors are indexed once, because there are many chain links. */
function anchorCheck(anchors: readonly Anchor[], keys: readonly Buffer[], noted: readonly Noted[]) {
  const all = [...anchors, ...noted]
  const roots = Map.groupBy(all, ({ chainLink }) => chainLink)
  const anchorsByNumber = new Map(
    anchors.map((anchor, index) => [anchor.chainLink, { anchor, number: BigInt(index + 1) }]),
  )
  return ({ number, hash, lastEntry }: Before, isEnd: boolean): void => {
    if (isEnd) {
      if (all.some(({ chainLink }) => chainLink > number)) throw new Broken('cut_off', lastEntry)
      return
    }
    const anchorEntry = anchorsByNumber.get(number)
    if (anchorEntry && (anchorEntry.anchor.number !== anchorEntry.number || !isSignedBy(keys, anchorEntry.anchor)))
      throw new Broken('anchor_forged', lastEntry)
    if (roots.get(number)?.some(({ root }) => !root.equals(hash))) throw new Broken('rewritten', lastEntry)
  }
}

async function checkLoose(db: Db, verdict: ChainVerdict): Promise<void> {
  const { waiting, unchained, takenOut, backdated } = await looseIn(db)
  verdict.waiting = waiting
  if (unchained !== null) throw new Broken('unchained', unchained)
  if (takenOut !== null) throw new Broken('taken_out', takenOut)
  if (backdated !== null) throw new Broken('backdated', backdated)
}

/** As `audit_canonical` of the database writes it: each field with its length in bytes before it. */
const canonical = (fields: readonly (string | null)[]): Buffer =>
  Buffer.from(fields.map((field) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`)).join(','))

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
