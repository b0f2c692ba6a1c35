import { chooseLocale, directionOf, shippedLocales } from '@fanlight/contract/locales'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookies } from './request-context.ts'

// The last page there is: filled in from a file, without router, session or database, for when those can't answer.

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const template = read('./plain-page.html')
const style = /<style>([\s\S]*?)<\/style>/.exec(template)?.[1] ?? ''
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const texts = Object.fromEntries(
  shippedLocales.map((locale) => [
    locale,
    JSON.parse(read(`../app/locales/${locale}/ui.json`)) as Record<string, string>,
  ]),
)

/** A page in the reader's language that says what is wrong and, where waiting helps, for how long. */
export function plainPage(request: FastifyRequest, reply: FastifyReply): string {
  const isBusy = reply.statusCode === 503 || reply.statusCode === 429
  const locale = chooseLocale(
    {
      cookie: readCookies(request.headers.cookie).get('locale'),
      acceptLanguage: request.headers['accept-language'],
    },
    shippedLocales,
    'en-US',
  )
  const say = texts[locale]!
  const kind = isBusy ? 'busy' : 'broken'
  const values: Record<string, string> = {
    lang: locale,
    dir: directionOf(locale),
    title: say[`failed.${kind}.title`]!,
    text: say[`failed.${kind}.text`]!,
    again: say['failed.again']!,
    request: say['requestId']!.replace('{{id}}', `<bdi>${String(request.id).replace(/[^\w-]/g, '')}</bdi>`),
  }
  reply
    .removeHeader('content-length')
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  if (isBusy && !reply.hasHeader('retry-after')) reply.header('retry-after', '2')
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '')
}
