import { isIPv4 } from 'node:net'
import { liveAddressesOf } from '../live-ports.ts'
import { isPublicAddress } from '../platform/egress.ts'
import { isLocalHost } from '../platform/http/origin.ts'
import { type Check, fail, pass, skipped, warn } from './check.ts'

export const liveAddress: Check = {
  name: 'live address',
  async run({ config, site, network }) {
    if (config.liveKit) return skipped('LIVEKIT_URL is set: see “livekit”.')
    const { announced } = liveAddressesOf(config)
    const { hostname } = new URL(site)
    const isForOthers = !isLocalHost(hostname)
    const named = `Browsers are told to find live video at ${announced}`
    if (isLocalHost(announced))
      return isForOthers
        ? fail(
            `${named}, which is their own machine.`,
            'LIVE_ADDRESS: the public IPv4 address of this machine, or of the router before it.',
          )
        : skipped('Live video is for this machine alone, as the site is.')
    const ofSite = isIPv4(hostname) ? [hostname] : await network.resolve(hostname)
    const isOwn = network.own().includes(announced)
    if (!isPublicAddress(announced)) {
      // A site of a company or a home, whose pages are in the same private network.
      const isPrivateSite = ofSite.length > 0 && !ofSite.some(isPublicAddress)
      if (!isPrivateSite)
        return fail(
          `${named}, a private address that nobody outside reaches.`,
          'LIVE_ADDRESS: the public address in front of it, which leads the UDP port LIVE_PORT to this machine.',
        )
      return isOwn || config.liveEngineUrl
        ? pass(`${named}, in the private network of ${hostname}.`)
        : warn(`${named}, which is no address of this machine.`, 'LIVE_ADDRESS: one of ' + network.own().join(', '))
    }
    if (isOwn) return pass(`${named}, a public address of this machine.`)
    if (ofSite.includes(announced)) return pass(`${named}, where ${hostname} is as well.`)
    return warn(
      `${named}, which is neither an address of this machine nor that of ${hostname} (${ofSite.join(', ') || 'none'}).`,
      'LIVE_ADDRESS: right only if a router at that address leads the UDP port LIVE_PORT here.',
    )
  },
}
