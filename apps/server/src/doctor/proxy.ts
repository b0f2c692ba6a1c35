import { type Check, pass, skipped, warn } from './check.ts'

export const proxy: Check = {
  name: 'proxy',
  async run({ config: { publicUrl, trustedProxies } }) {
    // The product itself speaks no TLS.
    if (!publicUrl?.startsWith('https:')) return skipped('PUBLIC_URL is no https:// address: no proxy is needed.')
    return trustedProxies.length > 0
      ? pass(`Addresses of visitors are taken from what ${trustedProxies.join(', ')} reports.`)
      : warn(
          'All visitors seem to come from the proxy: they share one rate limit and have no country.',
          'TRUSTED_PROXIES: the address from which your proxy connects, such as 127.0.0.1.',
        )
  },
}
