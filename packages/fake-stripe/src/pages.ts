import { createHash } from 'node:crypto'
import formbody from 'node:querystring'
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { Context } from '@fanlight/server/platform/context'
import { attempt } from '@fanlight/server/platform/http/http'
import { networkOf } from '@fanlight/server/platform/http/remote-address'
import { Limiter } from '@fanlight/server/platform/http/limiter'
import { type AccountLink, add, type Card, change, find, type Intent, type Session } from './objects.ts'
import { testCards } from './cards.ts'
import { confirmByPayer } from './intents.ts'
import { type PayeeBehaviour, payeeBehaviours } from './payee-behaviours.ts'
import { fillIn, isOpen } from './payees.ts'

/** The gateway's pages: its card form, its bank, and the form of an account that is paid out to. They are on our own address, where any visitor can reach them; demo mode alone. */
export async function registerPages(app: FastifyInstance, ctx: Context): Promise<void> {
  if (ctx.config.mode !== 'demo') return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 20_000 }, (_request, body, done) =>
      done(null, body),
    )
    const limiter = new Limiter(Math.ceil(300 * ctx.config.rateLimitFactor), 60_000)
    const limit: Pick<RouteShorthandOptions, 'onRequest' | 'schema'> = {
      onRequest: (request, _reply, done) => done(attempt(() => limiter.admit(networkOf(request.viewer.address)))),
      schema: { hide: true },
    }
    const idOf = (request: { params: unknown }) => (request.params as { id: string }).id

    scope.get('/test-gateway/card-form/:id', limit, async (request, reply) => {
      const session = await ctx.transaction((tx) => find<Session>(tx, 'cs', idOf(request)))
      return session ? send(reply, cardForm(session, '')) : send(reply, missing, 404)
    })
    scope.post('/test-gateway/card-form/:id', limit, async (request, reply) => {
      const typed = formbody.parse(String(request.body ?? ''))
      const session = await ctx.transaction((tx) => saveTypedCard(tx, idOf(request), typed))
      if (!session) return send(reply, missing, 404)
      if (!session.payment_method)
        return send(reply, cardForm(session, 'Use one of the test cards below with any future date.'), 422)
      return reply.redirect(pathOf(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id)), 303)
    })

    scope.get('/test-gateway/confirm/:id', limit, async (request, reply) => {
      const intent = await ctx.transaction((tx) => find<Intent>(tx, 'pi', idOf(request)))
      return intent ? send(reply, bankPage(intent)) : send(reply, missing, 404)
    })
    scope.post('/test-gateway/confirm/:id', limit, async (request, reply) => {
      const form = formbody.parse(String(request.body ?? ''))
      const intent = await confirmByPayer(ctx, idOf(request), form.answer === 'yes')
      if (!intent) return send(reply, missing, 404)
      return reply.redirect(pathOf(intent.return_url), 303)
    })

    scope.get('/test-gateway/payee/:id', limit, async (request, reply) => {
      const link = await ctx.transaction((tx) => find<AccountLink>(tx, 'alink', idOf(request)))
      if (!link) return send(reply, missing, 404)
      return isOpen(ctx, link) ? send(reply, payeeForm(link, '')) : reply.redirect(pathOf(link.refresh_url), 303)
    })
    scope.post('/test-gateway/payee/:id', limit, async (request, reply) => {
      const { behaviour } = formbody.parse(String(request.body ?? ''))
      if (!isPayeeBehaviour(behaviour)) {
        const link = await ctx.transaction((tx) => find<AccountLink>(tx, 'alink', idOf(request)))
        return link ? send(reply, payeeForm(link, 'Choose one of these.'), 422) : send(reply, missing, 404)
      }
      const filled = await ctx.transaction((tx) => fillIn(tx, idOf(request), behaviour))
      if (!filled) return send(reply, missing, 404)
      return reply.redirect(pathOf(filled.wasOpen ? filled.link.return_url : filled.link.refresh_url), 303)
    })
  })
}

/** Keeps the card behind a typed number; the number goes no further than this function. A form is filled in once. */
async function saveTypedCard(
  tx: Context,
  id: string,
  { number, cvc, expiry }: ReturnType<typeof formbody.parse>,
): Promise<Session | undefined> {
  const session = await find<Session>(tx, 'cs', id)
  if (!session || session.payment_method) return session
  const digits = String(number ?? '').replaceAll(/[\s-]/g, '')
  const known = testCards[digits]
  const [month = '', year = ''] = String(expiry ?? '')
    .split('/')
    .map((part) => part.trim())
  const exp_month = Number(month)
  const exp_year = Number(year.length === 2 ? `20${year}` : year)
  const past = exp_year < tx.clock.now().getUTCFullYear() || exp_year > 2100
  if (
    !known ||
    known.behaviour === 'expired_card' ||
    !/^\d{3,4}$/.test(String(cvc)) ||
    !(exp_month >= 1 && exp_month <= 12) ||
    past
  )
    return session
  const { behaviour, brand } = known
  const { customer } = session
  const fingerprint = createHash('sha256').update(digits).digest('base64url').slice(0, 16)
  const last4 = digits.slice(-4)
  const card = await add<Card>(tx, 'pm', { customer, behaviour, brand, last4, exp_month, exp_year, fingerprint })
  return change<Session>(tx, 'cs', id, (entry) => ({ ...entry, payment_method: card.id }))
}

/** The pages stay on the address the visitor came by, and lead nowhere else. */
const pathOf = (address: string | null): string => {
  const url = address === null ? null : URL.parse(address)
  return url ? url.pathname + url.search : '/user/cards'
}
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

function cardForm(session: Session, problem: string): string {
  const back = pathOf(session.cancel_url)
  const list = Object.entries(testCards)
    .map(([number, { label }]) => `<li><code>${number.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code> ${label}</li>`)
    .join('')
  return page(
    'Add a card',
    `${problem ? `<p role="alert" class="problem">${problem}</p>` : ''}
    <form method="post" action="/test-gateway/card-form/${escape(session.id)}">
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
      ? `<p>Do you want to pay <strong>${(intent.amount / 100).toFixed(2)} ${escape(intent.currency.toUpperCase())}</strong>?</p>
        <form method="post" action="/test-gateway/confirm/${escape(intent.id)}"><button name="answer" value="yes">Yes, pay</button>
        <button name="answer" value="no" class="quiet">Decline</button></form>`
      : `<p>This payment is already complete.</p><p><a href="${escape(pathOf(intent.return_url))}">Back</a></p>`,
  )

const isPayeeBehaviour = (value: unknown): value is PayeeBehaviour =>
  typeof value === 'string' && Object.hasOwn(payeeBehaviours, value)

function payeeForm(link: AccountLink, problem: string): string {
  const choices = Object.entries(payeeBehaviours)
    .map(
      ([value, label], index) =>
        `<label class="choice"><input type="radio" name="behaviour" value="${value}" required${index === 0 ? ' checked' : ''}> ${label}</label>`,
    )
    .join('')
  return page(
    'Connect your account',
    `${problem ? `<p role="alert" class="problem">${problem}</p>` : ''}
    <form method="post" action="/test-gateway/payee/${escape(link.id)}">
      <fieldset><legend>What payouts to this account do</legend>${choices}</fieldset>
      <button>Connect</button> <a href="${escape(pathOf(link.return_url))}">Back</a>
    </form>`,
  )
}

const page = (
  title: string,
  body: string,
): string => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title} · Test bank</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px;display:grid;place-items:center;min-height:80vh}
main{width:min(420px,100%)}h1{font-size:22px}label{display:block;margin:0 0 14px}input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:10px 12px;margin-top:4px;border:1px solid #8888;border-radius:10px}
fieldset{border:1px solid #8888;border-radius:10px;margin:0 0 14px;padding:10px 14px}.choice{display:flex;gap:10px;align-items:baseline;margin:10px 0}.choice input{width:auto;margin:0}
.two{display:grid;grid-template-columns:1fr 1fr;gap:12px}button{font:inherit;font-weight:600;padding:11px 20px;border:0;border-radius:999px;background:#14618e;color:#fff;cursor:pointer}.quiet{background:#8883;color:inherit}
a{color:inherit}button+a{margin-left:10px}.problem{color:light-dark(#b3261e,#ffb4ab)}.note{font-size:14px;opacity:.75}ul{padding-left:18px;font-size:14px}code{white-space:nowrap}</style>
<main><p class="note">Test bank: no real money moves here.</p><h1>${title}</h1>${body}</main></html>`

const missing = page('Not found', '<p>This does not exist.</p>')
