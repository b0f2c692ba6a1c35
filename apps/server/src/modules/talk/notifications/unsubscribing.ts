import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type NotificationTopic,
  notificationTopicNames,
  notificationTopics,
} from '@fanlight/contract/notification-kinds'
import type { Context } from '../../../platform/context.ts'
import { keyFor, keysFor } from '../../../platform/keys.ts'
import { refuse } from '../../../platform/refusal.ts'
import { changeSettings, settingsOf, wants } from './settings.ts'

// The link in an email switches that kind of email off, without signing in: a token names account and topic and is signed. It opens nothing else.

type Target = NotificationTopic | 'all'
const purpose = 'unsubscribe'
const targets: readonly Target[] = [...notificationTopicNames, 'all']

const sign = (key: Buffer, text: Buffer): Buffer => createHmac('sha256', key).update(text).digest().subarray(0, 16)

export function unsubscribeToken(ctx: Context, accountId: string, target: Target): string {
  const body = Buffer.concat([Buffer.from(accountId.replaceAll('-', ''), 'hex'), Buffer.from(target)])
  return Buffer.concat([sign(keyFor(ctx.secret, purpose), body), body]).toString('base64url')
}

/** What a token switches off. Refused where its signature is not ours. */
export function readToken(ctx: Context, token: string): { accountId: string; target: Target } {
  const bytes = Buffer.from(token, 'base64url')
  const [given, body] = [bytes.subarray(0, 16), bytes.subarray(16)]
  const isOurs = given.length === 16 && keysFor(ctx, purpose).some((key) => timingSafeEqual(sign(key, body), given))
  const target = targets.find((name) => name === body.subarray(16).toString())
  if (!isOurs || !target) refuse('NOT_FOUND')
  const hex = body.subarray(0, 16).toString('hex')
  return { accountId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), target }
}

const topicsOf = (target: Target) =>
  target === 'all'
    ? notificationTopicNames.filter((name) => typeof notificationTopics[name].email === 'boolean')
    : [target]

/** Twice changes nothing more. */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const { accountId, target } = readToken(ctx, token)
  const topics = Object.fromEntries(topicsOf(target).map((topic) => [topic, { email: false }]))
  await changeSettings(ctx, accountId, { topics, ...(target === 'all' && { emailSummary: false }) })
}

export async function describeToken(ctx: Context, token: string): Promise<{ topic: Target; isOn: boolean }> {
  const { accountId, target } = readToken(ctx, token)
  const settings = await settingsOf(ctx, accountId)
  return { topic: target, isOn: topicsOf(target).some((topic) => wants(settings, topic, 'email')) }
}
