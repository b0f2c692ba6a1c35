// How a person is specified in a filter. Nothing is imported here: pages that parse a URL load no schemas.

/** An id, or a username with or without its @. */
export const personQuery = /^([\dA-Fa-f]{8}(-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}|@?[A-Za-z\d_.]{3,30})$/
