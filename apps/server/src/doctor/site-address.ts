import { egressTo } from '../platform/egress.ts'
import { isLocalHost } from '../platform/http/origin.ts'
import { type Check, fail, pass, reasonOf, skipped, warn } from './check.ts'

export const siteAddress: Check = {
  name: 'address',
  async run({ config, site }) {
    const { publicUrl, host, port, mode } = config
    const toProxy = `PUBLIC_URL: name the address that your proxy serves, and let that one lead to ${host}:${port} (HOST, PORT).`
    const change = publicUrl ? toProxy : 'Start the product with `npm start`, or name its PORT.'
    const address = `${site}/api/health`
    try {
      const { status, body } = await egressTo(site, { isOwn: true }).send(address)
      const theirs = modeIn(String(body))
      if (status !== 200 || !theirs) return fail(`${address} answers ${status}, and not as this product does.`, change)
      if (theirs !== mode) return fail(`${address} is another installation: its mode is ${theirs}.`, change)
    } catch (error) {
      return fail(`${address} can’t be reached: ${reasonOf(error)}.`, change)
    }
    if (!publicUrl)
      return skipped(`The product answers at ${site}. PUBLIC_URL isn’t set: it is meant for this machine.`)
    const elsewhere = `curl -fsS ${address}`
    if (publicUrl.startsWith('http:') && !isLocalHost(new URL(publicUrl).hostname))
      return warn(
        `The product answers at ${site}, without encryption.`,
        'PUBLIC_URL: an https:// address; without it, browsers give out no camera and no passkeys.',
        { elsewhere },
      )
    return pass(`The product answers at ${site}.`, { elsewhere })
  },
}

function modeIn(text: string): string | undefined {
  try {
    const { data } = JSON.parse(text) as { data?: { status?: unknown; mode?: unknown } }
    return data?.status === 'ok' && typeof data.mode === 'string' ? data.mode : undefined
  } catch {
    return undefined
  }
}
