import type { FastifyInstance } from 'fastify'
import { publicSettingsCall } from '@fanlight/contract/site'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { countCall } from '../../../platform/http/request-pipeline.ts'
import { refuse } from '../../../platform/refusal.ts'

/**
 * reCAPTCHA in its own frame: its scripts come from another origin and create markup from strings, which our pages do not allow.
 * The frame sends the token to its parent page, and nothing else.
 */
export function serveCaptchaFrame(app: FastifyInstance, ctx: Context): void {
  app.get('/api/re-captcha/frame', { schema: { hide: true } }, (request, reply) => {
    countCall(ctx, publicSettingsCall, request.viewer)
    const provider = ctx.settings.get('captchaProvider')
    if (provider === 'proof-of-work') refuse('NOT_FOUND')
    const nonce = randomBytes(16).toString('base64')
    const { origin } = new URL(ctx.config.recaptchaUrl)
    const key = ctx.settings.get('recaptchaSiteKey')
    const isInvisible = provider === 'recaptcha-v3'
    const render = isInvisible ? encodeURIComponent(key) : 'explicit'
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': [
          "default-src 'none'",
          `script-src 'nonce-${nonce}' 'strict-dynamic'`,
          `frame-src ${origin} https://recaptcha.google.com`,
          `connect-src ${origin}`,
          `img-src 'self' ${origin} https://www.gstatic.com`,
          "style-src 'unsafe-inline'",
          "frame-ancestors 'self'",
          "base-uri 'none'",
          "form-action 'none'",
        ].join('; '),
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
      .send(
        `<!doctype html><html lang="${request.viewer.locale}"><head><meta charset="utf-8"><title>reCAPTCHA</title>
<style>body{margin:0;background:transparent}</style></head><body><div id="box"></div>
<script nonce="${nonce}">
const send = (token) => parent.postMessage({ captcha: token }, location.origin)
window.ready = () => grecaptcha.ready(() => ${
          isInvisible
            ? `grecaptcha.execute(${JSON.stringify(key)}, { action: 'form' }).then(send, () => send(null))`
            : `grecaptcha.render('box', { sitekey: ${JSON.stringify(key)}, callback: send, 'error-callback': () => send(null) })`
        })
</script>
<script nonce="${nonce}" src="${origin}/recaptcha/api.js?onload=ready&amp;render=${render}&amp;hl=${request.viewer.locale}" async defer></script>
</body></html>`,
      )
  })
}
