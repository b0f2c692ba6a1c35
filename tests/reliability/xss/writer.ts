import { randomUUID } from 'node:crypto'
import { declared, type Endpoints } from '@fanlight/contract'
import { api, type Method } from '@fanlight/server/testing/api'
import type { Built } from '@fanlight/server/testing/builders'
import type { World } from '../api-world.ts'
import type { Pen } from './writer-client.ts'

/** The roles that write vectors, and what exists where afterwards. */
export interface Writer {
  world: World
  pen: Pen
  send: Send
  filled: Filled
}
export interface Filled {
  posts: string[]
  galleries: string[]
  /** Shows with tickets. */
  shows: string[]
  /** Cases of reports. */
  reports: string[]
  products: string[]
  orders: string[]
  payouts: string[]
  videos: string[]
  conversations: string[]
  consents: string[]
  /** Secrets of invitations to consent. */
  consentLinks: string[]
  fanLists: string[]
  /** Usernames of the fans of the performer. */
  fans: string[]
  /** Slugs of static pages. */
  pages: string[]
  addresses: string[]
  reviews: string[]
  /** Accounts that staff wrote something about. */
  accounts: string[]
  /** Creators whose documents staff have answered. */
  answered: Built[]
  /** The session of a user who has not accepted the newest terms. */
  termsDue: string | undefined
  /** The session of a user whose name was supplied by an external provider. */
  newcomer: string | undefined
}

export interface Sent {
  params?: Record<string, string>
  body?: Record<string, unknown>
  files?: Record<string, Buffer>
}
/** Sends text that the contract accepts; returns nothing if it is rejected, which is a violation. Returns the id of the new object. */
export type Send = (who: Built | undefined, route: keyof Endpoints, request?: Sent) => Promise<string | undefined>

const takesKey = new Set<string>(declared.filter((call) => call.idempotent !== 'none').map(({ route }) => route))

export const sender =
  ({ server }: World, pen: Pen, violations: string[]): Send =>
  async (who, route, { params = {}, body, files } = {}) => {
    const [method, path] = route.split(' ') as [Method, string]
    const url = path.replaceAll(/:([a-zA-Z]+)/g, (_all, name: string) => params[name] ?? '')
    const form = files && formOf(pen, route, (body ?? {}) as Record<string, string>, files)
    const reply = await api(server, who?.token).call(method, url, {
      headers: takesKey.has(route) ? { 'idempotency-key': randomUUID() } : {},
      ...(form ? { form } : body !== undefined && { body }),
    })
    if (reply.status < 300) return String((reply.body as { data?: { _id?: string } }).data?._id ?? '')
    violations.push(`${route} refused text that its contract admits: ${reply.status} ${reply.text.slice(0, 300)}`)
    return undefined
  }

/** Files have names, and names are texts too. */
function formOf(pen: Pen, route: string, fields: Record<string, string>, files: Record<string, Buffer>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files))
    form.set(name, new Blob([new Uint8Array(bytes)]), `${pen.writeElsewhere(`the file name of ${route}`, 180)}.png`)
  return form
}

export const idOf = async (send: Send, ...request: Parameters<Send>): Promise<string> => (await send(...request)) ?? ''
