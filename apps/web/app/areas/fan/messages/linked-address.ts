// Characters that are not shown, or that browsers read as others.
const misread = /[\\`\p{Cc}\p{Cf}]/u
/** Browsers disagree about other characters. */
const plainHost = /^[a-z0-9.:[\]-]+$/

/**
 * Where an address in a message leads; undefined where its text does not show that, such as `https://bank.example@other.example` or a host in
 * characters that look like others. Those remain plain text. The rule of `isWebAddress` in the contract, and no host that is written otherwise.
 */
export function linkedAddress(text: string): string | undefined {
  const url = misread.test(text) ? null : URL.parse(text)
  if (!url || url.username !== '' || url.password !== '' || !plainHost.test(url.host)) return undefined
  const shown = text.slice(text.indexOf('//') + 2).toLowerCase()
  const end = shown.search(/[/?#]/)
  return (end === -1 ? shown : shown.slice(0, end)) === url.host ? url.href : undefined
}
