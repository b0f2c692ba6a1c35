import { createHmac, timingSafeEqual } from 'node:crypto'
import { sabotaged } from '../../platform/sabotage.ts'

// Stripe's scheme: `t=<seconds>,v1=<HMAC-SHA256 over "t.body", hex>`, possibly with several v1 while a secret is being changed.

export const toleranceSeconds = 300

export const signWebhook = (secret: string, body: string, at: Date): string => {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${macOf(secret, seconds, body).toString('hex')}`
}

/** True when the body is the sender's and was signed at most five minutes from now. */
export function isSigned(secret: string, body: string, header: string, now: Date): boolean {
  if (sabotaged('M5')) return true
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string])
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (secret === '' || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return false
  const expected = macOf(secret, Number(time), body)
  return parts.some(([name, value]) => {
    if (name !== 'v1' || !/^[0-9a-f]{64}$/.test(value ?? '')) return false
    return timingSafeEqual(Buffer.from(value, 'hex'), expected)
  })
}

const macOf = (secret: string, seconds: number, body: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest()
