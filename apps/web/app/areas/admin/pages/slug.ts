/** A URL slug from a title: a to z in lower case, digits and single hyphens. Empty if the title contains none of them. */
export const slugFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '')

/** Where visitors read a page. */
export const pathOf = (slug: string): string => `/page/${slug}`
