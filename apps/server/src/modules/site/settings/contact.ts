import type { Context } from '../../../platform/context.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import { ownersAddress } from '../../people/accounts/first-admin.ts'
import { mail, mailedEnough } from '../mail/outbox.ts'

/** From all visitors together: a flood of mails would bury the ones that matter. */
const perHourMax = 120

/** Emails a visitor's message to the site operator. A reply to that email goes to the visitor. */
export const writeToOperator = (ctx: Context, form: { name: string; email: string; message: string }) =>
  ctx.transaction(async (tx) => {
    const operator = await operatorOf(tx)
    refuseIf(await mailedEnough(tx, operator.email, 'contact_message', perHourMax), 'TOO_MANY_REQUESTS')
    const { email, name, message } = form
    await mail(tx, {
      to: operator.email,
      kind: 'contact_message',
      locale: operator.locale,
      values: { name, email, message },
      replyTo: email,
    })
  })

/** The address in the settings, else the first owner's, else the one our mails come from: no message is lost because a setting is missing. */
async function operatorOf(tx: Context): Promise<{ email: string; locale: string | null }> {
  const chosen = tx.settings.get('adminEmail')
  if (chosen) return { email: chosen, locale: null }
  return (await ownersAddress(tx)) ?? { email: bareAddress(tx.config.mailFrom), locale: null }
}

const bareAddress = (sender: string) => /<([^>]+)>/.exec(sender)?.[1] ?? sender
