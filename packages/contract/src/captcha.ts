import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { instant } from './fields.ts'

// Protection against programs that submit forms in bulk.

/** The forms that may require a captcha. */
export const captchaForms = ['register', 'contact', 'forgot', 'report'] as const
export type CaptchaForm = (typeof captchaForms)[number]

const workToDo = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    expiresAt: z.int().optional(),
  }),
  signature: z.string(),
})
const challenge = z.discriminatedUnion('provider', [
  /** A proof of work that takes the device a second or two and involves no third party. */
  z.object({ provider: z.literal('proof-of-work'), challenge: workToDo }),
  z.object({ provider: z.literal('recaptcha-v2'), siteKey: z.string() }),
  z.object({ provider: z.literal('recaptcha-v3'), siteKey: z.string() }),
])

export const newChallenge = endpoint('GET /re-captcha/challenge', {
  group: 'misc',
  summary: 'What has to be solved before a form is taken.',
  who: 'public',
  limit: 'write',
  reply: one(challenge),
})
/** `token`: what reCAPTCHA gave, or challenge and solution as base64 of JSON. */
export const verifyCaptcha = endpoint('POST /re-captcha/verify', {
  group: 'misc',
  summary: 'Turns a solution into a pass, which is good for one form within ten minutes.',
  who: 'public',
  limit: 'write',
  idempotent: 'none',
  refuses: ['CAPTCHA_FAILED', 'CAPTCHA_UNAVAILABLE'],
  body: z.object({ token: z.string().min(1).max(8_000) }),
  reply: one(z.object({ success: z.literal(true), pass: z.string(), expiresAt: instant })),
})
