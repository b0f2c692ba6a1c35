import { type Analytics, analyticsAnswer, analyticsCookie } from '@fanlight/contract/analytics'
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'

const off: Analytics = { state: 'off', consentVersion: '' }

/** What this request's browser has answered. An answer to another question, from before `gaCode` changed, is none. */
export function analyticsOf(ctx: Context, { headers, cookies }: FastifyRequest): Analytics {
  const code = ctx.settings.get('gaCode')
  if (code === '') return off
  const consentVersion = versionOf(code)
  if (headers['sec-gpc'] === '1') return { state: 'signal', consentVersion }
  const [, answer, answered] = analyticsAnswer.exec(cookies[analyticsCookie] ?? '') ?? []
  return {
    state: answered === consentVersion ? (answer as 'yes' | 'no') : 'unasked',
    consentVersion,
  }
}

let known = { code: '', version: '' }

/** Every request requests the same. */
function versionOf(code: string): string {
  if (known.code !== code) known = { code, version: hash('sha256', code, 'hex').slice(0, 8) }
  return known.version
}
