import { TLSSocket } from 'node:tls'
import { type Check, fail, pass, skipped, warn } from './check.ts'
import { connectToSite } from './site-connection.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Those that renew by themselves do it earlier. */
const daysMin = 14

export const certificate: Check = {
  name: 'certificate',
  async run({ config: { publicUrl } }) {
    if (!publicUrl?.startsWith('https:')) return skipped('PUBLIC_URL is no https:// address.')
    const socket = await connectToSite(publicUrl).catch(() => undefined)
    if (!(socket instanceof TLSSocket)) return skipped('No encrypted connection comes about: see “address”.')
    const { authorizationError, authorized } = socket
    const { valid_to: end } = socket.getPeerCertificate()
    socket.destroy()
    const { host } = new URL(publicUrl)
    const elsewhere = `openssl s_client -connect ${host.includes(':') ? host : `${host}:443`} </dev/null | openssl x509 -noout -dates -ext subjectAltName`
    if (!authorized)
      return fail(
        `Browsers refuse the certificate of ${host}: ${saidOf(String(authorizationError), end)}.`,
        'Renew it at your proxy for the host of PUBLIC_URL, with the whole chain.',
        { elsewhere },
      )
    const days = Math.floor((Date.parse(end) - Date.now()) / dayMs)
    const said = `The certificate of ${host} is valid and ends in ${days} days (${new Date(end).toISOString().slice(0, 10)}).`
    return days < daysMin ? warn(said, 'Renew it at your proxy; look why that did not happen by itself.') : pass(said)
  },
}

const saidOf = (code: string, end: string): string =>
  ({
    CERT_HAS_EXPIRED: `it ended on ${end}`,
    CERT_NOT_YET_VALID: 'it is not valid yet',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
    SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends at an unknown issuer',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is unknown, or the chain that the proxy sends is incomplete',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is unknown, or the chain that the proxy sends is incomplete',
    ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host',
  })[code] ?? code
