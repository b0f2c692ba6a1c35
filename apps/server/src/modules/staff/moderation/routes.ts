import {
  approveFactorRemoval,
  requestFactorRemoval,
  endSessionsOf,
  liftSuspension,
  listAccounts,
  mailConfirmation,
  noteAccount,
  showPersonalData,
  stopFactorRemoval,
  suspendAccount,
  viewAccount,
  withdrawFactorRemoval,
} from '@fanlight/contract/staff-accounts'
import { route } from '../../../platform/http/http.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import * as lostFactors from '../../people/accounts/mfa/lost-factors.ts'
import * as accounts from './accounts.ts'
import * as moderationActions from './actions.ts'

const success = { data: { success: true as const } }
const by = (viewer: SignedIn, { id }: { id: string }) => ({ viewer, requestId: id })

export const staffRoutes = [
  route(listAccounts, (ctx, { query }) => accounts.list(ctx, query)),
  route(viewAccount, async (ctx, { params, viewer }) => ({ data: await accounts.view(ctx, viewer, params.id) })),
  route(showPersonalData, async (ctx, { params, viewer, request }) => ({
    data: await moderationActions.personalData(ctx, by(viewer, request), params.id),
  })),
  route(noteAccount, async (ctx, { params, body, viewer, request }) => {
    await moderationActions.note(ctx, by(viewer, request), params.id, body.text)
    return success
  }),
  route(suspendAccount, async (ctx, { params, body, viewer, request }) => {
    const until = body.until === null ? null : new Date(body.until)
    await moderationActions.suspend(ctx, by(viewer, request), params.id, body.reason, until)
    return success
  }),
  route(liftSuspension, async (ctx, { params, body, viewer, request }) => {
    await moderationActions.lift(ctx, by(viewer, request), params.id, body.reason)
    return success
  }),
  route(endSessionsOf, async (ctx, { params, body, viewer, request }) => ({
    data: { ended: await moderationActions.endSessions(ctx, by(viewer, request), params.id, body.reason) },
  })),
  route(mailConfirmation, async (ctx, { params, body, viewer, request }) => {
    await moderationActions.mailConfirmation(ctx, by(viewer, request), params.id, body.reason)
    return success
  }),
  route(requestFactorRemoval, async (ctx, { params, body, viewer, request }) => {
    await moderationActions.requestFactorRemoval(ctx, by(viewer, request), params.id, body.reason)
    return success
  }),
  route(approveFactorRemoval, async (ctx, { params, viewer, request }) => {
    await moderationActions.agreeToFactorRemoval(ctx, by(viewer, request), params.id)
    return success
  }),
  route(withdrawFactorRemoval, async (ctx, { params, viewer, request }) => {
    await moderationActions.withdrawFactorRemoval(ctx, by(viewer, request), params.id)
    return success
  }),
  route(stopFactorRemoval, async (ctx, { body }) => {
    await lostFactors.stop(ctx, body.token)
    return success
  }),
]
