import { call } from '../../api/client.ts'
import type { RequestInput } from '../../api/contract.ts'

// The browser's passkey functions. The library is loaded when a user needs a passkey.

const library = () => import('@simplewebauthn/browser')
type Creation = Parameters<Awaited<ReturnType<typeof library>>['startRegistration']>[0]['optionsJSON']
type AuthenticationOptions = Parameters<Awaited<ReturnType<typeof library>>['startAuthentication']>[0]['optionsJSON']
export type PasskeyAnswer = RequestInput<'POST /auth/passkeys/login'>['body']['passkey']
export type NewPasskey = RequestInput<'POST /auth/passkeys'>['body']['passkey']

/** The person closed the browser's window, or their device gave up: not a fault, and nothing to explain. */
export class PasskeyStopped extends Error {}

async function stoppedQuietly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Error && error.name !== 'TypeError' ? new PasskeyStopped() : error
  }
}

export async function createPasskey(options: Record<string, unknown>): Promise<NewPasskey> {
  const { startRegistration } = await library()
  return stoppedQuietly(startRegistration({ optionsJSON: options as unknown as Creation })) as Promise<NewPasskey>
}

export async function requestPasskey(options: Record<string, unknown>): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  return stoppedQuietly(
    startAuthentication({ optionsJSON: options as unknown as AuthenticationOptions }),
  ) as Promise<unknown> as Promise<PasskeyAnswer>
}

/** Lets the browser offer passkeys in the field of the username. Settles when one was chosen; null where it can't. */
export async function offerPasskeys(): Promise<PasskeyAnswer | null> {
  if (!globalThis.PublicKeyCredential) return null
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await library()
  if (!(await browserSupportsWebAuthnAutofill())) return null
  const { data } = await call('POST /auth/passkeys/challenge')
  const answer = await startAuthentication({
    optionsJSON: data.options as unknown as AuthenticationOptions,
    useBrowserAutofill: true,
  }).catch(() => null)
  return answer as unknown as PasskeyAnswer | null
}
