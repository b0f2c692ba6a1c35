import type { Reply } from '../../api/client.ts'
import type { T } from '../../i18n/context.tsx'

export type Why = NonNullable<Reply<'GET /performers/top'>['data'][number]['why']>

export const whyText = (t: T, { code, name, category }: Why): string =>
  t.maybe(`reasons.${code}`, { name: name ?? '', category: category ?? '' }) ?? ''
