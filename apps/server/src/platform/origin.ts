import type { Config } from './config.ts'

/** The origin of our own pages, as the browser writes it. Without PUBLIC_URL it is the address the request was sent to. */
export const ownOrigin = (config: Config, request: { protocol: string; host: string }): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`

/** Names of this very machine. */
export const isLocalHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]'

/** Where links in mails lead. */
export const publicUrl = (config: Config): string => config.publicUrl ?? `http://localhost:${config.port}`
