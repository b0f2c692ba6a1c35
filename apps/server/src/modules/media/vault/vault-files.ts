// Which files are a creator's content, and so in their vault: not images of a profile, a comment or the site.

export const isContent = (purpose: string): boolean => purpose.startsWith('feed-') || purpose === 'product-file'

/** The same as SQL, in the words of the indexes `files_in_vault` and `files_by_hash`. */
export const contentSql = (table: string): string =>
  `${table}.status <> 'deleted' AND (${table}.purpose LIKE 'feed-%' OR ${table}.purpose = 'product-file')`
