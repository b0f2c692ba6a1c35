/** An address from a title: small letters, digits and single dashes. Empty where the title has none of them. */
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
