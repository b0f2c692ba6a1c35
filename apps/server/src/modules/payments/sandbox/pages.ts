import formbody from 'node:querystring'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db.ts'
import { attempt, networkOf } from '../../../platform/http.ts'
import { Limiter } from '../../../platform/limiter.ts'
import { testCards } from './cards.ts'
import { answer, confirmByPayer, type Intent, type WireRequest } from './company.ts'

/** The company's own server: its API, its card form, its bank. Exists in demo mode alone. */
export async function registerSandbox(app: FastifyInstance, ctx: Context): Promise<void> {
  if (ctx.config.mode !== 'demo') return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 20_000 }, (_request, body, done) =>
      done(null, body),
    )
    const limiter = new Limiter(Math.ceil(300 * ctx.config.rateLimitFactor), 60_000)
    const limit: Pick<RouteOptions, 'onRequest' | 'schema'> = {
      onRequest: (request, reply, done) => done(attempt(() => limiter.admit(networkOf(request.asker.address), reply))),
      schema: { hide: true },
    }

    scope.route({
      method: ['GET', 'POST'],
      url: '/sandbox/v1/*',
      ...limit,
      handler: async (request, reply) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        const method = request.method as WireRequest['method']
        const answered = await answer(ctx, {
          method,
          path: request.url.split('?')[0]!,
          headers,
          body: String(request.body ?? ''),
        })
        if (answered.holdMs) await sleep(answered.holdMs, undefined, { ref: false })
        return reply.status(answered.status).type('application/json').send(answered.body)
      },
    })

    scope.get('/sandbox/card-form', limit, (request, reply) =>
      send(reply, cardForm(ownPath(query(request.url).return), '')),
    )
    scope.post('/sandbox/card-form', limit, async (request, reply) => {
      const back = ownPath(query(request.url).return)
      const form = formbody.parse(String(request.body ?? ''))
      const [month = '', year = ''] = String(form.expiry ?? '')
        .split('/')
        .map((part) => part.trim())
      const body = JSON.stringify({
        number: String(form.number ?? ''),
        cvc: String(form.cvc ?? ''),
        exp_month: Number(month),
        exp_year: Number(year.length === 2 ? `20${year}` : year),
      })
      const answered = await answer(ctx, { method: 'POST', path: '/sandbox/v1/tokens', headers: {}, body })
      if (answered.status !== 200)
        return send(reply, cardForm(back, 'Please take one of the test cards below, with any future date.'), 422)
      const { id } = JSON.parse(answered.body) as { id: string }
      return reply.redirect(`${back}${back.includes('?') ? '&' : '?'}cardToken=${id}`, 303)
    })

    scope.get<{ Params: { id: string } }>('/sandbox/confirm/:id', limit, async (request, reply) => {
      const intent = await intentOf(ctx, request.params.id)
      if (!intent) return send(reply, page('Not found', '<p>This payment does not exist.</p>'), 404)
      return send(reply, bankPage(intent))
    })
    scope.post<{ Params: { id: string } }>('/sandbox/confirm/:id', limit, async (request, reply) => {
      const form = formbody.parse(String(request.body ?? ''))
      const intent = await confirmByPayer(ctx, request.params.id, form.answer === 'yes')
      if (!intent) return send(reply, page('Not found', '<p>This payment does not exist.</p>'), 404)
      return reply.redirect(ownPath(intent.return_url), 303)
    })
  })
}

const query = (url: string) => formbody.parse(url.split('?')[1] ?? '')
/** Nobody is sent to another site from here. */
const ownPath = (value: unknown): string =>
  typeof value === 'string' && /^\/(?!\/)[^\s\\]*$/.test(value) ? value : '/user/cards'
const intentOf = async (ctx: Context, id: string) =>
  (await row(ctx.db, sql<{ body: Intent }>`SELECT body FROM sandbox.objects WHERE id = ${id} AND kind = 'pi'`))?.body
const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function send(
  reply: {
    status: (code: number) => typeof reply
    headers: (values: object) => typeof reply
    type: (kind: string) => typeof reply
    send: (body: string) => typeof reply
  },
  html: string,
  status = 200,
) {
  return reply
    .status(status)
    .headers({
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'",
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

function cardForm(back: string, problem: string): string {
  const list = Object.entries(testCards)
    .map(([number, { label }]) => `<li><code>${number.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code> ${label}</li>`)
    .join('')
  return page(
    'Add a card',
    `${problem ? `<p role="alert" class="problem">${problem}</p>` : ''}
    <form method="post" action="/sandbox/card-form?return=${encodeURIComponent(back)}">
      <label>Card number<input name="number" inputmode="numeric" autocomplete="off" required placeholder="4242 4242 4242 4242" autofocus></label>
      <div class="two"><label>Expiry<input name="expiry" inputmode="numeric" autocomplete="off" required placeholder="12/34" pattern="\\d{1,2}\\s*/\\s*(\\d{2}|\\d{4})"></label>
      <label>CVC<input name="cvc" inputmode="numeric" autocomplete="off" required placeholder="123" maxlength="4"></label></div>
      <button>Add card</button> <a href="${escape(back)}">Back</a>
    </form>
    <details open><summary>Test cards</summary><ul>${list}</ul></details>`,
  )
}

const bankPage = (intent: Intent): string =>
  page(
    'Confirm with your bank',
    intent.status === 'requires_action'
      ? `<p>Do you want to pay <strong>${(intent.amount / 100).toFixed(2)} ${escape(intent.currency)}</strong>?</p>
        <form method="post" action="/sandbox/confirm/${escape(intent.id)}"><button name="answer" value="yes">Yes, pay</button>
        <button name="answer" value="no" class="quiet">No, stop</button></form>`
      : `<p>This payment needs nothing more.</p><p><a href="${escape(ownPath(intent.return_url))}">Back</a></p>`,
  )

const page = (
  title: string,
  body: string,
): string => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title} · Sandbox bank</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px;display:grid;place-items:center;min-height:80vh}
main{width:min(420px,100%)}h1{font-size:22px}label{display:block;margin:0 0 14px}input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:10px 12px;margin-top:4px;border:1px solid #8888;border-radius:10px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:12px}button{font:inherit;font-weight:600;padding:11px 20px;border:0;border-radius:999px;background:#14618e;color:#fff;cursor:pointer}.quiet{background:#8883;color:inherit}
.problem{color:#b3261e}.note{font-size:14px;opacity:.75}ul{padding-left:18px;font-size:14px}code{white-space:nowrap}</style>
<main><p class="note">Sandbox bank: no real money moves here.</p><h1>${title}</h1>${body}</main></html>`
