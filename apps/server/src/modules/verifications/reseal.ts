import type { Context } from '../../platform/context.ts'
import { presentKeyId, removePaper, sealAgain } from './papers.ts'
import * as store from './store.ts'

const batch = 50
const first = '00000000-0000-0000-0000-000000000000'

export interface Resealed {
  resealed: number
  /** What no secret that we have opens, or whose file is gone. */
  lost: number
}

/** Papers that were sealed with a secret from before are sealed with the present one. May be cut short and run again. */
export async function resealPapers(ctx: Context): Promise<Resealed> {
  const counts = { resealed: 0, lost: 0 }
  for (let after = first; ; ) {
    const papers = await store.papersNotSealedWith(ctx, presentKeyId(ctx), after, batch)
    for (const paper of papers) {
      if (await resealPaper(ctx, paper)) counts.resealed += 1
      else counts.lost += 1
    }
    if (papers.length < batch) return counts
    after = papers.at(-1)!.id
  }
}

async function resealPaper(ctx: Context, { id, storageKey }: { id: string; storageKey: string }): Promise<boolean> {
  const fresh = await sealAgain(ctx, storageKey).catch((error: unknown) => {
    ctx.log.warn({ err: error, document: id }, 'a paper could not be opened')
    return undefined
  })
  if (!fresh) return false
  const moved = await store.movePaper(ctx, id, storageKey, fresh)
  await removePaper(ctx, moved ? storageKey : fresh.storageKey)
  return true
}

/** The same for the names and birth dates that performers declared. */
export async function resealIdentities(ctx: Context): Promise<Resealed> {
  const counts = { resealed: 0, lost: 0 }
  for (let after = first; ; ) {
    const ids = await store.idsWithIdentity(ctx, after, batch)
    for (const id of ids) {
      const changed = await ctx
        .transaction((tx) => store.resealIdentity(tx, id))
        .catch((error: unknown) => {
          ctx.log.warn({ err: error, verification: id }, 'a declaration could not be opened')
          counts.lost += 1
          return false
        })
      if (changed) counts.resealed += 1
    }
    if (ids.length < batch) return counts
    after = ids.at(-1)!
  }
}
