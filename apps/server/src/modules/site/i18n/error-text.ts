import { errors } from '@fanlight/contract/errors'
import type { Context } from '../../../platform/context.ts'
import type { ErrorText } from '../../../platform/http/error-text.ts'
import { localeOf } from './locale.ts'
import { textsIn } from './texts.ts'

/** Errors have the same texts in answers as on pages. */
export const errorTextOf =
  (ctx: Context): ErrorText =>
  (reader, code, limit) => {
    const texts = textsIn(reader.viewer?.locale ?? localeOf(ctx.settings, reader))
    if (code === 'TOO_MANY_REQUESTS' && limit !== undefined)
      return texts('ui.tooMany', { count: Math.ceil(limit / 60) })
    return texts(`${code in errors ? 'errors' : 'fields'}.${code}`, limit === undefined ? undefined : { limit })
  }
