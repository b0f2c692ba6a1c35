import { exportHoursBetween } from '@fanlight/contract/exports'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { type StepUpInput, type StepUpSource, requireStepUp } from '../../people/accounts/auth/step-up.ts'
import { baseOf } from '../../media/serving/address.ts'
import { names } from '../../media/names.ts'
import * as store from './store.ts'
import { buildArchiveJob } from './jobs.ts'

/** The request it comes with. */
export interface ExportRequest {
  from: StepUpSource
  requestId: string
}

/** One at a time, and one in a day: an archive costs far more than it does to request it. */
export async function startExport(
  ctx: Context,
  viewer: SignedIn,
  { from, requestId }: ExportRequest,
  stepUpInput: StepUpInput,
): Promise<void> {
  await requireStepUp(ctx, viewer, from, stepUpInput, 'elsewhere')
  await ctx.transaction(async (tx) => {
    await store.lockAccount(tx, viewer.id)
    const last = await store.newestOf(tx, viewer.id)
    refuseIf(last !== undefined && isRunning(last), 'EXPORT_RUNNING')
    const at = nextExportAt(tx, last)
    if (at) refuse('EXPORT_TOO_SOON', { at: at.toISOString() })
    const id = await store.insert(tx, viewer.id)
    // Archives are built one at a time: however many are requested, half of the machine remains available to the site.
    await buildArchiveJob.enqueue(tx, { exportId: id })
    await audit(tx, viewer, requestId, { action: 'archive.requested', target: { type: 'account', id: viewer.id } })
  })
}

export const isRunning = ({ status }: store.ExportRow): boolean => status === 'waiting' || status === 'building'

/** When the next archive may be requested; null if that is now. A failed archive does not count. */
export function nextExportAt(ctx: Context, last: store.ExportRow | undefined): Date | null {
  if (!last || last.status === 'failed') return null
  const at = new Date(last.requestedAt.getTime() + exportHoursBetween * 3_600_000)
  return at > ctx.clock.now() ? at : null
}

/** Where the archive is, for ten minutes and for this person alone. */
export async function address(
  ctx: Context,
  viewer: SignedIn,
  { from, requestId }: ExportRequest,
  stepUpInput: StepUpInput,
): Promise<string> {
  await requireStepUp(ctx, viewer, from, stepUpInput, 'elsewhere')
  return ctx.transaction(async (tx) => {
    const ready = await store.findReady(tx, viewer.id)
    if (!ready) refuse('NOT_FOUND')
    await audit(tx, viewer, requestId, { action: 'archive.fetched', target: { type: 'account', id: viewer.id } })
    return baseOf(tx, viewer, 'archive', ready.id) + names.archive
  })
}
