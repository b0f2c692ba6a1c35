import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isLocalHost } from './origin.ts'
import { refuse } from '../refusal.ts'

// Demo mode trusts connections from this machine and shows them stored emails, for example. A website can point its own domain to
// 127.0.0.1 (DNS rebinding) and is then in the browser of this machine's user, but its requests still carry its own name in `Host`.

const anyAddress = new Set(['0.0.0.0', '::'])

/** Whether requests to this host are answered: in demo mode only the names of this machine and those of the configuration. */
export function answersHost(config: Config, host: string | undefined): boolean {
  if (config.mode === 'production') return true
  const name = hostnameOf(`http://${host}`)
  if (name === undefined) return false
  if (isLocalHost(name)) return true
  // A page that was opened at an address has no domain, so that none can be pointed elsewhere.
  if (anyAddress.has(config.host)) return isIP(unbracketed(name)) !== 0 || isConfigured(config, name)
  return unbracketed(name) === config.host || isConfigured(config, name)
}

const isConfigured = ({ publicUrl, mediaOrigin }: Config, name: string): boolean =>
  [publicUrl, mediaOrigin].some((url) => url !== undefined && hostnameOf(url) === name)
const hostnameOf = (url: string): string | undefined => URL.parse(url)?.hostname
const unbracketed = (name: string): string => name.replace(/^\[|\]$/g, '')

/** Before anything else of a request. What a trusted proxy forwards counts beside what the request itself says. */
export function refuseForeignHosts(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (answersHost(config, request.headers.host) && answersHost(config, request.host)) done()
    else refuse('MISDIRECTED_REQUEST')
  })
}
