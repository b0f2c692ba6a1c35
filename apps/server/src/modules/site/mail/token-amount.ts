import type { Context } from '../../../platform/context.ts'
import { emailText } from './emails.ts'

/** An amount of tokens as an email to this person says it: '5 tokens'. `tokens` are hundredths of a token. */
export const amountIn = (ctx: Context, { locale }: { locale: string | null }, tokens: bigint): string =>
  emailText(locale ?? ctx.settings.get('defaultLocale'))('receipt.tokens', { count: Number(tokens) / 100 })
