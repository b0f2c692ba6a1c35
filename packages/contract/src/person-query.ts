// How a person is specified in a filter. Nothing is imported here: pages that parse a URL load no schemas.

/** An id, or a username with or without its @. */
export const personQuery = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|@?[a-z\d_.]{3,30})$/i
