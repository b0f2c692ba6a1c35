import type { Context } from '../../platform/context.ts'
import { clean, removedFrom, withSections } from './rich-text.ts'
import { standardPages } from './standard.ts'
import type { Head, ListedRow, WrittenRow } from './staff-store.ts'
import type { HeadingRow, PageLocation, PostRow } from './store.ts'

export const presentHeading = (ctx: Context, one: HeadingRow) => ({
  _id: one.id,
  slug: one.slug,
  type: one.type,
  title: named(ctx, one.title),
  summary: named(ctx, one.summary),
  locale: one.locale,
  createdAt: one.createdAt.toISOString(),
  updatedAt: one.updatedAt.toISOString(),
})

export const presentPost = (ctx: Context, one: PostRow) => ({
  ...presentHeading(ctx, one),
  ...shown(one.html ?? standardPages.find(({ id }) => id === one.id)?.html ?? '', ctx.settings.get('siteName')),
  locales: one.locales,
})

const presentHead = (one: Head) => ({ ...one, updatedAt: new Date(one.updatedAt).toISOString() })

export const presentListed = ({ updatedAt, texts, ...one }: ListedRow) => ({
  ...one,
  updatedAt: updatedAt.toISOString(),
  texts: texts.map(presentHead),
})

/** For staff: what they wrote, with the mark of the site's name as it is. */
export function presentText({ slug, locale }: PageLocation, heads: readonly Head[], written: WrittenRow | undefined) {
  const shipped = standardPages.find((page) => page.slug === slug && page.locale === locale)
  return {
    slug,
    locale,
    type: written?.type ?? heads[0]?.type ?? ('page' as const),
    texts: heads.map(presentHead),
    written: written ? { ...written, updatedAt: written.updatedAt.toISOString() } : null,
    shipped: shipped ? { title: shipped.title, summary: shipped.summary, html: shipped.html.trim() } : null,
  }
}

export const preview = (ctx: Context, html: string) => ({
  html: shown(html, ctx.settings.get('siteName')).html,
  removed: removedFrom(html),
})

const named = (ctx: Context, template: string) => template.replaceAll(siteMark, () => ctx.settings.get('siteName'))
/** Is in a text where the site's name goes. */
const siteMark = '{{site}}'

// Cleaning takes a millisecond or two for a long page; few texts are read often.
const cacheEntriesMax = 50
const cache = new Map<string, ReturnType<typeof withSections>>()
function shown(html: string, site: string): ReturnType<typeof withSections> {
  const key = `${site}\n${html}`
  let made = cache.get(key)
  if (!made) {
    // The name is put in first: whatever it holds passes the same allow list.
    made = withSections(clean(html.replaceAll(siteMark, () => escapeText(site))))
    cache.set(key, made)
    const [oldest] = cache.keys()
    if (cache.size > cacheEntriesMax && oldest !== undefined) cache.delete(oldest)
  }
  return made
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
