// Bounds that forms tell before anything is sent. Nothing is imported here: pages that need a number fetch no schemas.

/** Letters of a static page's HTML. */
export const postHtmlMax = 100_000
/** Letters of a message in other words. */
export const messageCharsMax = 5_000
