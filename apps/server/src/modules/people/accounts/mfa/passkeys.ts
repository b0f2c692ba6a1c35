import type { PasskeyAnswer } from '@fanlight/contract/step-up'
import type { NewPasskey } from '@fanlight/contract/second-factors'
import { passkeysMax } from '@fanlight/contract/second-factors'
import type { Context } from '../../../../platform/context.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import * as store from './passkey-store.ts'

// Passkeys (WebAuthn). The library verifies what browsers send; this file decides for which account, and how often.

/** Where the passkeys belong: the host of our pages, and the origin that browsers name. */
export interface Party {
  origin: string
}
const hostOf = ({ origin }: Party): string => new URL(origin).hostname

// The library and what it brings are dear to load and seldom wanted.
const webauthn = () => import('@simplewebauthn/server')
/** EdDSA, ES256, RS256: supported by all current authenticators. The library's own list makes Node warn about future algorithms. */
const supportedAlgorithmIDs = [-8, -7, -257]

export async function registrationOptions(
  ctx: Context,
  party: Party,
  account: { id: string; label: string; name: string },
): Promise<Record<string, unknown>> {
  const present = await store.ofAccount(ctx, account.id)
  refuseIf(present.length >= passkeysMax, 'TOO_MANY_PASSKEYS')
  const { generateRegistrationOptions } = await webauthn()
  return asRecord(
    await generateRegistrationOptions({
      rpName: ctx.settings.get('siteName'),
      rpID: hostOf(party),
      userID: new Uint8Array(handleOf(account.id)),
      userName: account.label,
      userDisplayName: account.name,
      challenge: bytesOf(await store.newChallenge(ctx, 'register', account.id)),
      excludeCredentials: present.map(descriptor),
      supportedAlgorithmIDs,
      // Found without a username where the device can; an older key still serves as a second factor.
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    }),
  )
}

/** Stores a passkey that signed this account's challenge on a page of this site. */
export async function register(
  tx: Context,
  party: Party,
  accountId: string,
  name: string,
  answer: NewPasskey,
): Promise<store.PasskeyRow> {
  const challenge = challengeIn(answer.response.clientDataJSON)
  if (!(await store.takeChallenge(tx, 'register', accountId, challenge))) refuse('PASSKEY_REFUSED')
  refuseIf((await store.ofAccount(tx, accountId)).length >= passkeysMax, 'TOO_MANY_PASSKEYS')
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await orRefused(
    verifyRegistrationResponse({
      response: answer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: hostOf(party),
      requireUserVerification: false,
      supportedAlgorithmIDs,
    }),
  )
  if (!registrationInfo) refuse('PASSKEY_REFUSED')
  const { credential } = registrationInfo
  return store.insert(tx, {
    accountId,
    name,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: answer.response.transports,
  })
}

/** The challenge for a browser to sign. Without an account, the passkey identifies it, and user verification is required. */
export async function signingOptions(
  ctx: Context,
  party: Party,
  accountId: string | null,
): Promise<Record<string, unknown>> {
  const purpose = accountId === null ? 'sign_in' : 'second_factor'
  const { generateAuthenticationOptions } = await webauthn()
  return asRecord(
    await generateAuthenticationOptions({
      rpID: hostOf(party),
      challenge: bytesOf(await store.newChallenge(ctx, purpose, accountId)),
      allowCredentials: accountId === null ? [] : (await store.ofAccount(ctx, accountId)).map(descriptor),
      userVerification: accountId === null ? 'required' : 'preferred',
    }),
  )
}

/** A passkey that answered, and what it has counted to. */
export interface Signed {
  passkey: store.PasskeyRow
  counter: number
}

/** Verifies a signed challenge: with this account's passkeys, or with any passkey if no account is given. The challenge is used up in any case. */
export async function checkSigned(
  ctx: Context,
  party: Party,
  accountId: string | null,
  answer: PasskeyAnswer,
): Promise<Signed> {
  const challenge = challengeIn(answer.response.clientDataJSON)
  const purpose = accountId === null ? 'sign_in' : 'second_factor'
  if (!(await store.takeChallenge(ctx, purpose, accountId, challenge))) refuse('PASSKEY_REFUSED')
  const passkey = await store.byCredential(ctx, Buffer.from(answer.id, 'base64url'))
  const { userHandle } = answer.response
  if (!passkey || (accountId !== null && passkey.accountId !== accountId)) refuse('PASSKEY_REFUSED')
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(handleOf(passkey.accountId))) refuse('PASSKEY_REFUSED')
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await orRefused(
    verifyAuthenticationResponse({
      response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: hostOf(party),
      requireUserVerification: accountId === null,
      // The counter is compared where it is written, so that of two at once one wins.
      credential: { id: answer.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }),
  )
  if (!verified) refuse('PASSKEY_REFUSED')
  return { passkey, counter: authenticationInfo.newCounter }
}

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'))
/** The user handle that a passkey stores: the account's id, which contains no personal data. */
const handleOf = (accountId: string): Buffer => Buffer.from(accountId.replaceAll('-', ''), 'hex')
const descriptor = ({ credentialId, transports }: store.PasskeyRow) => ({
  id: credentialId.toString('base64url'),
  transports,
})
const asRecord = (options: object): Record<string, unknown> => ({ ...options })

/** The challenge that the response refers to. */
function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown
    }
    if (typeof challenge === 'string') return challenge
  } catch {
    // What can't be read answers nothing.
  }
  return refuse('PASSKEY_REFUSED')
}

/** The library throws plain errors at whatever is malformed, forged or meant for another site. */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    return refuse('PASSKEY_REFUSED')
  }
}
