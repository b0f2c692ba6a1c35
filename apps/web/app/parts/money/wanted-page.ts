/** The page of our own that a `back` in the address names, such as the post that a subscription was wanted for. */
export function wantedIn(search: URLSearchParams): string | null {
  const path = search.get('back')
  return path && /^\/(?![/\\])/.test(path) ? path : null
}
