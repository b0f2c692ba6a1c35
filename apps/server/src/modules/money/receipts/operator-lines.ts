import type { Context } from '../../../platform/context.ts'
import { emailText } from '../../site/mail/emails.ts'

/** Who runs the site and what is said of taxes, once staff have entered it, as the last lines of a receipt. */
export function operatorLines(ctx: Context, to: { locale: string | null }): string[] {
  const { operatorName, operatorAddress, taxName, taxNumber, taxNote, defaultLocale } = ctx.settings.all()
  const text = emailText(to.locale ?? defaultLocale)
  const line = (name: string, value: string) => text(`receipt.line.${name}`, { value })
  const address = operatorAddress.split('\n').filter((entry) => entry.trim() !== '')
  const tax = [[taxName, taxNumber].filter(Boolean).join(' '), taxNote].filter(Boolean)
  return [
    ...(operatorName ? [line('operator', [operatorName, ...address].join(', '))] : []),
    ...(tax.length > 0 ? [line('tax', tax.join(' · '))] : []),
  ]
}
