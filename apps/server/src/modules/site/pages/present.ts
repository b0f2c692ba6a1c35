import type { Context } from '../../../platform/context.ts'
import { clean, removedFrom, withSections } from './rich-text.ts'
import { standardPages } from './standard.ts'
import type { Head, ListedRow, WrittenRow } from './staff-store.ts'
import type { HeadingRow, PageLocation, PostRow } from './store.ts'

export const presentHeading = (ctx: Context, heading: HeadingRow) => ({
  _id: heading.id,
  slug: heading.slug,
  type: heading.type,
  title: named(ctx, heading.title),
  summary: named(ctx, heading.summary),
  locale: heading.locale,
  createdAt: heading.createdAt.toISOString(),
  updatedAt: heading.updatedAt.toISOString(),
})

export const presentPost = (ctx: Context, post: PostRow) => ({
  ...presentHeading(ctx, post),
  ...shown(post.html ?? standardPages.find(({ id }) => id === post.id)?.html ?? '', ctx.settings.get('siteName')),
  locales: post.locales,
})

const presentHead = (head: Head) => ({ ...head, updatedAt: new Date(head.updatedAt).toISOString() })

export const presentListed = ({ updatedAt, texts, ...page }: ListedRow) => ({
  ...page,
  updatedAt: updatedAt.toISOString(),
  texts: texts.map(presentHead),
})

/** For staff: the stored text, in which the placeholder of the site's name is not replaced. */
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

const named = (ctx: Context, template: string) =>
  template.replaceAll(sitePlaceholder, () => ctx.settings.get('siteName'))
/** The placeholder of the site's name in a text. */
const sitePlaceholder = '{{site}}'

// Cleaning takes a millisecond or two for a long page; few texts are read often.
const cacheEntriesMax = 50
const cache = new Map<string, ReturnType<typeof withSections>>()
function shown(html: string, site: string): ReturnType<typeof withSections> {
  const key = `${site}\n${html}`
  let made = cache.get(key)
  if (!made) {
    // The name is inserted before cleaning, so that the same allow list applies to it.
    made = withSections(clean(html.replaceAll(sitePlaceholder, () => escapeText(site))))
    cache.set(key, made)
    const [oldest] = cache.keys()
    if (cache.size > cacheEntriesMax && oldest !== undefined) cache.delete(oldest)
  }
  return made
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
