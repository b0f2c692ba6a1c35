import { type Measuring, measuringAnswer, measuringCookie } from '@fanlight/contract/measuring'
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'

const off: Measuring = { state: 'off', asked: '' }

/** What this request's browser has answered. An answer to another question, from before `gaCode` changed, is none. */
export function measuringOf(ctx: Context, { headers, cookies }: FastifyRequest): Measuring {
  const code = ctx.settings.get('gaCode')
  if (code === '') return off
  const asked = inShort(code)
  if (headers['sec-gpc'] === '1') return { state: 'signal', asked }
  const [, answer, answered] = measuringAnswer.exec(cookies[measuringCookie] ?? '') ?? []
  return { state: answered === asked ? (answer as 'yes' | 'no') : 'unasked', asked }
}

let known = { code: '', asked: '' }

/** Every request asks for the same. */
function inShort(code: string): string {
  if (known.code !== code) known = { code, asked: hash('sha256', code, 'hex').slice(0, 8) }
  return known.asked
}
