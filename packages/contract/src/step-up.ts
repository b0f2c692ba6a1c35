import { z } from 'zod'
import { says } from './field-errors.ts'
import { password } from './fields.ts'

// Step-up authentication: how a signed-in user proves their identity before actions that a thief of their device must not take.

/** Six digits; spaces, as some apps show them, are left out. */
export const sixDigits = z
  .string()
  .max(20)
  .transform((value) => value.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, says('SIX_DIGITS')))
export const recoveryCodeLength = 16
/** As the user wrote it down: upper or lower case, with or without the dashes. */
export const recoveryCode = z
  .string()
  .max(60)
  .transform((value) => value.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z2-7]{16}$/, says('RECOVERY_SHAPE')))

export const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)
/** What browsers make of a passkey, in the shape that `PublicKeyCredential.toJSON()` gives it. Extensions are of no use to us. */
export const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') }
export const extensions = z.object({}).default({})
export const passkeyAnswer = z.object({
  ...credential,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: base64url(200).optional(),
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>
/**
 * The current password if the account has one; with it, one of its second factors if it has any; an emailed code if it has
 * neither. A log-in or a step-up authentication less than ten minutes ago replaces all of them.
 */
export const stepUpFields = {
  currentPassword: password.optional(),
  hashed: z.boolean().default(false),
  code: sixDigits.optional(),
  recoveryCode: recoveryCode.optional(),
  passkey: passkeyAnswer.optional(),
  mailedCode: sixDigits.optional(),
}
export const stepUpRefusals = ['STEP_UP_NEEDED', 'CODE_INCORRECT', 'PASSKEY_REFUSED'] as const
