import * as calls from '@fanlight/contract/second-factors'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http.ts'
import { ownOrigin } from '../../platform/origin.ts'
import { answerSignedIn, visitOf } from './cookies.ts'
import { sayingWhen } from './guesses.ts'
import type { PasskeyRow } from './passkey-store.ts'
import { signingOptions } from './passkeys.ts'
import { confirmWithPassword } from './proof.ts'
import * as factors from './second-factors.ts'
import { askForPasskey, passSecondStep, signInWithPasskey } from './second-step.ts'

const success = { data: { success: true as const } }

/** The configured address; in a demonstration without one, the address that was asked. */
const partyOf = (ctx: Context, request: FastifyRequest) => ({
  origin: ownOrigin(ctx.config, { protocol: request.protocol, host: request.headers.host ?? '' }),
})
const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export const secondFactorRoutes = [
  route(calls.passSecondFactor, async (ctx, { body, request, reply }) => {
    const passed = passSecondStep(ctx, visitOf(request), partyOf(ctx, request), body)
    return answerSignedIn(ctx, request, reply, await sayingWhen(reply, passed))
  }),
  route(calls.askPasskeyAsSecondFactor, async (ctx, { body, request }) => ({
    data: { options: await askForPasskey(ctx, partyOf(ctx, request), body.challenge) },
  })),
  route(calls.askPasskey, async (ctx, { request }) => ({
    data: { options: await signingOptions(ctx, partyOf(ctx, request), null) },
  })),
  route(calls.passkeyLogin, async (ctx, { body, request, reply }) =>
    answerSignedIn(ctx, request, reply, await signInWithPasskey(ctx, visitOf(request), partyOf(ctx, request), body)),
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
  route(calls.confirmPassword, async (ctx, { body, viewer, request, reply }) => {
    await sayingWhen(reply, confirmWithPassword(ctx, viewer, visitOf(request).device, body))
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
    data: { options: await factors.beginPasskey(ctx, viewer, partyOf(ctx, request)) },
  })),
  route(calls.addPasskey, async (ctx, { body, viewer, request }) => {
    const { passkey, codes } = await factors.addPasskey(ctx, viewer, partyOf(ctx, request), body)
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
