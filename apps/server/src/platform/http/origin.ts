import { isIPv4 } from 'node:net'
import type { Config } from '../config.ts'

/** The origin of our own pages, as the browser writes it. Without PUBLIC_URL it is the address the request was sent to. */
export const ownOrigin = (config: Config, request: { protocol: string; host: string }): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`

/** Names of this machine, none of which a domain of someone else can have. */
export const isLocalHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || (isIPv4(host) && host.startsWith('127.')) || host === '[::1]'

/** The host of the address that the server prints when it is ready. */
export const shownHost = ({ host }: Pick<Config, 'host'>): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host

/** Where links in mails lead: without PUBLIC_URL, to the address that is printed at the start. */
export const publicUrl = (config: Config): string => config.publicUrl ?? `http://${shownHost(config)}:${config.port}`
