import * as confirmation from '@fanlight/contract/confirmation'
import * as calls from '@fanlight/contract/second-factors'
import { route } from '../../platform/http.ts'
import { answerSignedIn, proofFrom, visitOf } from './cookies.ts'
import { sayingWhen } from './guesses.ts'
import type { PasskeyRow } from './passkey-store.ts'
import { signingOptions } from './passkeys.ts'
import { mailCode } from './mailed-codes.ts'
import { requireProof } from './proof.ts'
import { askedOf } from './proof-asked.ts'
import * as factors from './second-factors.ts'
import { askForPasskey, passSecondStep, signInWithPasskey } from './second-step.ts'

const success = { data: { success: true as const } }

const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export const secondFactorRoutes = [
  route(calls.passSecondFactor, async (ctx, { body, request, reply }) => {
    const passed = passSecondStep(ctx, visitOf(request), proofFrom(ctx, request), body)
    return answerSignedIn(ctx, request, reply, await sayingWhen(reply, passed))
  }),
  route(calls.askPasskeyAsSecondFactor, async (ctx, { body, request }) => ({
    data: { options: await askForPasskey(ctx, proofFrom(ctx, request), body.challenge) },
  })),
  route(calls.askPasskey, async (ctx, { request }) => ({
    data: { options: await signingOptions(ctx, proofFrom(ctx, request), null) },
  })),
  route(calls.passkeyLogin, async (ctx, { body, request, reply }) =>
    answerSignedIn(ctx, request, reply, await signInWithPasskey(ctx, visitOf(request), proofFrom(ctx, request), body)),
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
  route(confirmation.getConfirmation, async (ctx, { viewer }) => ({ data: await askedOf(ctx, viewer) })),
  route(confirmation.mailConfirmationCode, async (ctx, { viewer, reply }) => {
    await sayingWhen(reply, mailCode(ctx, viewer))
    return success
  }),
  route(confirmation.askPasskeyToConfirm, async (ctx, { viewer, request }) => ({
    data: { options: await signingOptions(ctx, proofFrom(ctx, request), viewer.id) },
  })),
  route(confirmation.confirm, async (ctx, { body, viewer, request, reply }) => {
    await sayingWhen(reply, requireProof(ctx, viewer, proofFrom(ctx, request), body))
    return success
  }),
  route(calls.beginAuthenticator, async (ctx, { viewer }) => ({ data: await factors.beginAuthenticator(ctx, viewer) })),
  route(calls.confirmAuthenticator, async (ctx, { body, viewer, request, reply }) => {
    const confirmed = factors.confirmAuthenticator(ctx, viewer, visitOf(request).device, body.code)
    return { data: { recoveryCodes: await sayingWhen(reply, confirmed) } }
  }),
  route(calls.removeAuthenticator, async (ctx, { viewer }) => {
    await factors.removeAuthenticator(ctx, viewer)
    return success
  }),
  route(calls.renewRecoveryCodes, async (ctx, { viewer }) => ({
    data: { recoveryCodes: await factors.renewRecoveryCodes(ctx, viewer) },
  })),
  route(calls.beginPasskey, async (ctx, { viewer, request }) => ({
    data: { options: await factors.beginPasskey(ctx, viewer, proofFrom(ctx, request)) },
  })),
  route(calls.addPasskey, async (ctx, { body, viewer, request }) => {
    const { passkey, codes } = await factors.addPasskey(ctx, viewer, proofFrom(ctx, request), body)
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
