import * as contract from '@fanlight/contract/reports'
import { route } from '../../../platform/http/http.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { withCaptcha } from '../../site/captcha/passes.ts'
import { addFileReferences } from '../../media/vault/deletion.ts'
import { appealDecision, listDecisions, viewDecision } from './appealing.ts'
import { assign, decide, decideAppeal } from './deciding.ts'
import { listCases, viewCase, viewMedia } from './queue.ts'
import { report } from './reporting.ts'
import { filesAmong } from './store.ts'

addFileReferences(async (ctx, ids) => (await filesAmong(ctx, ids)).map(({ id }) => id))

const success = { data: { success: true as const } }
const by = (viewer: SignedIn, { id }: { id: string }) => ({ viewer, requestId: id })

export const reportRoutes = [
  route(contract.createReport, async (ctx, { body: { captcha, ...entry }, viewer }) => {
    const make = () => report(ctx, viewer, entry)
    const { number, dueAt } =
      viewer.kind === 'signed-in'
        ? await make()
        : await withCaptcha(ctx, { form: 'report', address: viewer.address, pass: captcha }, make)
    return { data: { number, dueAt: dueAt.toISOString() } }
  }),
  route(contract.listDecisions, (ctx, { viewer, query }) => listDecisions(ctx, viewer, query)),
  route(contract.viewDecision, async (ctx, { viewer, params, query }) => ({
    data: await viewDecision(ctx, viewer, params.id, query.token),
  })),
  route(contract.appealDecision, async (ctx, { viewer, params, body }) => ({
    data: await appealDecision(ctx, viewer, params.id, body),
  })),

  route(contract.listReports, (ctx, { viewer, query }) => listCases(ctx, viewer, query)),
  route(contract.viewReport, async (ctx, { viewer, params, request }) => ({
    data: await viewCase(ctx, by(viewer, request), params.id),
  })),
  route(contract.viewReportMedia, async (ctx, { viewer, params, request }) => ({
    data: await viewMedia(ctx, by(viewer, request), params.id),
  })),
  route(contract.assignReport, async (ctx, { viewer, params, body, request }) => {
    await assign(ctx, by(viewer, request), params.id, body.takeOver)
    return success
  }),
  route(contract.decideReport, async (ctx, { viewer, params, body, request }) => {
    const until = body.until === null ? null : new Date(body.until)
    await decide(ctx, by(viewer, request), params.id, { ...body, until })
    return success
  }),
  route(contract.decideAppeal, async (ctx, { viewer, params, body, request }) => {
    await decideAppeal(ctx, by(viewer, request), params.id, body)
    return success
  }),
]
