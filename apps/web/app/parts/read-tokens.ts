/** What somebody typed, as tokens with at most two decimals; null when it is not that. */
export function readTokens(words: string): number | null {
  const plain = words
    .trim()
    .replace(/[\s,\u2019'](?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.')
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : null
}
