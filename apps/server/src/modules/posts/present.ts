import type { Context } from '../../platform/context.ts'
import { clean, withSections } from './rich-text.ts'
import { standardPages } from './standard.ts'
import type { HeadingRow, PostRow } from './store.ts'

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

const named = (ctx: Context, words: string) => words.replaceAll(siteMark, ctx.settings.get('siteName'))
/** Stands in a text where the site's name goes. */
const siteMark = '{{site}}'

// Cleaning takes a millisecond or two for a long page; few texts are read often.
const keptMax = 50
const kept = new Map<string, ReturnType<typeof withSections>>()
function shown(html: string, site: string): ReturnType<typeof withSections> {
  const key = `${site}\n${html}`
  let made = kept.get(key)
  if (!made) {
    // The name is put in first: whatever it holds passes the same allow list.
    made = withSections(clean(html.replaceAll(siteMark, escapeText(site))))
    kept.set(key, made)
    const [oldest] = kept.keys()
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  }
  return made
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
