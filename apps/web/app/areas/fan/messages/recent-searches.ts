// What was searched for last, in this browser alone.

const keyOf = (accountId: string): string => `fanlight.message-searches.${accountId}`
const recentMax = 6

export function recentSearches(accountId: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string').slice(0, recentMax) : []
  } catch {
    // Storage is full or switched off.
    return []
  }
}
function write(accountId: string, searches: readonly string[]): readonly string[] {
  try {
    if (searches.length === 0) localStorage.removeItem(keyOf(accountId))
    else localStorage.setItem(keyOf(accountId), JSON.stringify(searches))
  } catch {
    // As above.
  }
  return searches
}
export const rememberSearch = (accountId: string, words: string): readonly string[] =>
  write(accountId, [words, ...recentSearches(accountId).filter((known) => known !== words)].slice(0, recentMax))
export const forgetSearch = (accountId: string, words: string): readonly string[] =>
  write(
    accountId,
    recentSearches(accountId).filter((known) => known !== words),
  )
export const forgetSearches = (accountId: string): readonly string[] => write(accountId, [])
