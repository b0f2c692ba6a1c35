const name = 'wanted-page'

/** The page of our own that a `back` in the address names, such as the post that a subscription was wanted for. */
export function wantedIn(search: URLSearchParams): string | null {
  const path = search.get('back')
  return path && /^\/(?![/\\])/.test(path) ? path : null
}

/** The way by the bank's page loses the address: this tab stores where it is to end. */
export const storeWanted = (path: string): void => sessionStorage.setItem(name, path)

export function takeWanted(): string | null {
  const path = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  return path
}
