interface Shared {
  origin: string
  locale: string
  siteName: string
  /** Languages that the site speaks. */
  locales: readonly string[]
  /** The one address of the page. */
  path: string
  /** What other sites show beside a link to it, 1200 × 630. */
  image: string
  type?: 'website' | 'profile' | 'article'
}

/** What search engines and other sites are notified of every public page: its one address, its languages, its image. */
export function shareMeta({ origin, locale, siteName, locales, path, image, type = 'website' }: Shared) {
  const url = origin + path
  return [
    { tagName: 'link', rel: 'canonical', href: url },
    ...locales.map((locale) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang: locale,
      href: `${url}${path.includes('?') ? '&' : '?'}locale=${locale}`,
    })),
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: url },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: siteName },
    { property: 'og:locale', content: locale.replace('-', '_') },
    { property: 'og:url', content: url },
    { property: 'og:image', content: new URL(image, origin).href },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
