/** The typed text as tokens with at most two decimals; null if it is not a valid amount. */
export function readTokens(text: string): number | null {
  const plain = text
    .trim()
    .replace(/[\s,\u2019'](?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.')
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : null
}
