import type { MetaDescriptor } from 'react-router'
import { requestContextOf } from '../../api/request-context.ts'
import { shareMeta } from '../site/share-meta.ts'

/** Who created an item, as far as its page needs them. */
interface Author {
  _id: string
  name: string
  username: string | null
}
interface Item {
  _id: string
  title: string
  text: string
  performer: Author
  locked?: unknown
}

/** The path of a creator's profile. */
export const profilePath = ({ username, _id }: Author): string => `/${username ?? _id}`

/** What the head of an item's page says of the site. */
export async function siteOf(context: Parameters<typeof requestContextOf>[0]) {
  const requestContext = requestContextOf(context)
  const [settings, locale] = await Promise.all([requestContext.settings(), requestContext.locale()])
  const { siteName, supportedLocales: locales, tokenValue, currency } = settings
  return { origin: requestContext.origin, locale, siteName, locales, tokenValue, currency }
}
type Site = Awaited<ReturnType<typeof siteOf>>

/** The head of an item's page; `title` is for an item without one, `image` what other sites show beside a link. */
export function itemMeta(
  { title: own, text, performer, locked }: Item,
  { siteName, origin, locale, locales }: Site,
  { path, image, title: fallback }: { path: string; image: string; title?: string },
): MetaDescriptor[] {
  const title = `${own || fallback || performer.name} · ${siteName}`
  const description = text.slice(0, 200) || `${performer.name} · ${siteName}`
  return [
    { title },
    { name: 'description', content: description },
    // What is closed is not for search engines.
    { name: 'robots', content: locked ? 'noindex' : 'index,follow' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...shareMeta({ siteName, origin, locale, locales, path, image, type: 'article' }),
  ]
}
