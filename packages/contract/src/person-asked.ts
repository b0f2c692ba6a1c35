// How somebody is asked for in a filter. Nothing is imported here: pages that read an address fetch no schemas.

/** An id, or a username with or without its @. */
export const personAsked = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|@?[a-z\d_.]{3,30})$/i
