import * as contract from '@fanlight/contract/translations'
import { route } from '../../../platform/http/http.ts'
import { listed } from './list-translations.ts'
import { messagesIn, override } from './overrides.ts'
import { overridesIn } from './store.ts'

export const translationRoutes = [
  route(contract.searchTranslations, async (ctx, { query, viewer }) => {
    const locale = query.locale ?? viewer.locale
    const messages = query.overridden ? await overridesIn(ctx, [locale]) : await messagesIn(ctx, locale)
    const data = [...messages]
      .filter(([key]) => query.area === undefined || key.startsWith(`${query.area}.`))
      .map(([key, value]) => ({ key, value }))
    return { data, total: data.length, nextCursor: null }
  }),
  route(contract.listTranslations, async (ctx, { query, viewer }) =>
    listed(ctx, { ...query, locale: query.locale ?? viewer.locale }),
  ),
  route(contract.overrideTranslation, async (ctx, { body, viewer, request }) => ({
    data: await override(ctx, viewer, request.id, body),
  })),
]
