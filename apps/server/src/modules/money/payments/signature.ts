import Stripe from 'stripe'

export const toleranceSeconds = 300

/** The header that Stripe, and the test gateway like it, sends with a body. */
export const signWebhook = (secret: string, body: string, at: Date): string =>
  Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(at.getTime() / 1000) })

/** True when the body is the sender's and was signed at most five minutes from now, in either direction. */
export function isSigned(secret: string, body: string, header: string, now: Date): boolean {
  const signedAt = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN)
  if (secret === '' || !(signedAt - now.getTime() / 1000 <= toleranceSeconds)) return false
  try {
    return (
      Stripe.webhooks.signature?.verifyHeader(body, header, secret, toleranceSeconds, undefined, now.getTime()) ?? false
    )
  } catch {
    return false
  }
}
