import * as confirmation from '@fanlight/contract/confirmation'
import * as calls from '@fanlight/contract/second-factors'
import { route } from '../../../../platform/http/http.ts'
import { answerSignedIn, stepUpSource, requestContextOf } from '../auth/cookies.ts'
import { withRetryAfter } from '../auth/login-attempts.ts'
import type { PasskeyRow } from './passkey-store.ts'
import { signingOptions } from './passkeys.ts'
import { mailCode } from '../auth/emailed-codes.ts'
import { requireStepUp } from '../auth/step-up.ts'
import { stepUpStateOf } from '../auth/step-up-required.ts'
import * as factors from './second-factors.ts'
import { requestPasskey, passSecondStep, signInWithPasskey } from './second-step.ts'

const success = { data: { success: true as const } }

const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export const secondFactorRoutes = [
  route(calls.passSecondFactor, async (ctx, { body, request, reply }) => {
    const passed = passSecondStep(ctx, requestContextOf(request), stepUpSource(ctx, request), body)
    return answerSignedIn(ctx, request, reply, await withRetryAfter(reply, passed))
  }),
  route(calls.requestSecondFactorPasskey, async (ctx, { body, request }) => ({
    data: { options: await requestPasskey(ctx, stepUpSource(ctx, request), body.challenge) },
  })),
  route(calls.requestPasskeyOptions, async (ctx, { request }) => ({
    data: { options: await signingOptions(ctx, stepUpSource(ctx, request), null) },
  })),
  route(calls.passkeyLogin, async (ctx, { body, request, reply }) =>
    answerSignedIn(
      ctx,
      request,
      reply,
      await signInWithPasskey(ctx, requestContextOf(request), stepUpSource(ctx, request), body),
    ),
  ),
  route(calls.getSecondFactors, async (ctx, { viewer }) => {
    const { authenticatorAddedAt, passkeys, ...state } = await factors.stateOf(ctx, viewer)
    return {
      data: {
        ...state,
        authenticatorAddedAt: authenticatorAddedAt?.toISOString() ?? null,
        passkeys: passkeys.map(presentPasskey),
      },
    }
  }),
  route(confirmation.getConfirmation, async (ctx, { viewer }) => ({ data: await stepUpStateOf(ctx, viewer) })),
  route(confirmation.mailConfirmationCode, async (ctx, { viewer, reply }) => {
    await withRetryAfter(reply, mailCode(ctx, viewer))
    return success
  }),
  route(confirmation.requestConfirmationPasskey, async (ctx, { viewer, request }) => ({
    data: { options: await signingOptions(ctx, stepUpSource(ctx, request), viewer.id) },
  })),
  route(confirmation.confirm, async (ctx, { body, viewer, request, reply }) => {
    await withRetryAfter(reply, requireStepUp(ctx, viewer, stepUpSource(ctx, request), body))
    return success
  }),
  route(calls.beginAuthenticator, async (ctx, { viewer }) => ({ data: await factors.beginAuthenticator(ctx, viewer) })),
  route(calls.confirmAuthenticator, async (ctx, { body, viewer, request, reply }) => {
    const confirmed = factors.confirmAuthenticator(ctx, viewer, requestContextOf(request).device, body.code)
    return { data: { recoveryCodes: await withRetryAfter(reply, confirmed) } }
  }),
  route(calls.removeAuthenticator, async (ctx, { viewer }) => {
    await factors.removeAuthenticator(ctx, viewer)
    return success
  }),
  route(calls.renewRecoveryCodes, async (ctx, { viewer }) => ({
    data: { recoveryCodes: await factors.renewRecoveryCodes(ctx, viewer) },
  })),
  route(calls.beginPasskey, async (ctx, { viewer, request }) => ({
    data: { options: await factors.beginPasskey(ctx, viewer, stepUpSource(ctx, request)) },
  })),
  route(calls.addPasskey, async (ctx, { body, viewer, request }) => {
    const { passkey, codes } = await factors.addPasskey(ctx, viewer, stepUpSource(ctx, request), body)
    return { data: { passkey: presentPasskey(passkey), recoveryCodes: codes } }
  }),
  route(calls.renamePasskey, async (ctx, { params, body, viewer }) => ({
    data: presentPasskey(await factors.renamePasskey(ctx, viewer, params.id, body.name)),
  })),
  route(calls.removePasskey, async (ctx, { params, viewer }) => {
    await factors.removePasskey(ctx, viewer, params.id)
    return success
  }),
]
