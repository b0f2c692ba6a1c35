// Limits that forms show before anything is sent. Nothing is imported here: pages that need a number load no schemas.

/** Characters in the HTML of a static page. */
export const postHtmlMax = 100_000
/** Characters in a customized message. */
export const messageCharsMax = 5_000
/** The description of a file for people who can’t see or hear it. */
export const altMax = 500
