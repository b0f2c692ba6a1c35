import { isIPv4 } from 'node:net'
import { roomService } from '../modules/live/engine/livekit/client.ts'
import { isPublicAddress } from '../platform/egress.ts'
import { type Check, fail, pass, reasonOf, skipped, warn } from './check.ts'

export const liveKit: Check = {
  name: 'livekit',
  async run({ config: { liveKit: server }, network }) {
    if (!server) return skipped('LIVEKIT_URL isn’t set: live rooms are kept by our own engine.')
    const { hostname } = new URL(server.url)
    try {
      await roomService(server).listRooms()
    } catch (error) {
      const isRefused = error instanceof Error && 'status' in error && (error.status === 401 || error.status === 403)
      return isRefused
        ? fail(
            `The LiveKit server at ${server.url} refuses our key.`,
            'LIVEKIT_API_KEY, LIVEKIT_API_SECRET: a pair of `keys` in its configuration; its clock has to be right.',
          )
        : fail(
            `The LiveKit server at ${server.url} does not answer: ${reasonOf(error)}.`,
            'LIVEKIT_URL: its `port`, reachable from the product.',
          )
    }
    const elsewhere =
      'Its UDP and TCP ports for media (`rtc`) have to be reachable for browsers: watch a live room from outside.'
    const found = isIPv4(hostname) ? [hostname] : await network.resolve(hostname)
    if (found.some(isPublicAddress) && !hostname.endsWith('.livekit.cloud'))
      return warn(
        `The LiveKit server at ${server.url} answers and takes our key, at a public address.`,
        'LIVEKIT_URL: keep its `port` in your own network, or someone who was removed from a room can come back past the product for ten minutes.',
        { elsewhere },
      )
    return pass(`The LiveKit server at ${server.url} answers and takes our key.`, { elsewhere })
  },
}
