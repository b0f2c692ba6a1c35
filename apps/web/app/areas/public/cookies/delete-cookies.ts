/** So many are as many as any analytics keeps. */
const namesMax = 20

/** Cookies that delete the cookies of Google Analytics, for every part of our host name that they may be set for. */
export function expiredCookies(header: string | null, origin: string): string[] {
  const { hostname } = new URL(origin)
  const parts = /^[\d.]+$|^\[/.test(hostname) ? [] : hostname.split('.')
  const domains = parts.slice(0, -1).map((_, at) => `; Domain=${parts.slice(at).join('.')}`)
  const names = (header ?? '')
    .split(';')
    .map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
    .filter((name) => /^_ga[\w-]*$/.test(name))
  return [...new Set(names)]
    .slice(0, namesMax)
    .flatMap((name) => ['', ...domains].map((domain) => `${name}=; Path=/; Max-Age=0; SameSite=Lax${domain}`))
}
