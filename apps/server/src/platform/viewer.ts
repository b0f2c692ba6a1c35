import type { Permission } from '@fanlight/contract/endpoint'

/** The age assurance of a person: self-declared, or confirmed by a third party. */
export type AgeAssurance = 'none' | 'declared' | 'assured'

/** What a request contains about its sender, before the database is queried. */
export interface Requester {
  /** SHA-256 of the token it carries, as PostgreSQL reads bytes; null where it carries none that could be ours. */
  tokenHash: string | null
  byCookie: boolean
  address: string
  country: string | null
  /** What this browser has shown before. */
  age: AgeAssurance
}
/** The sender of the request. `country` is derived from the address that trusted proxies report. */
export interface Visitor {
  kind: 'visitor'
  address: string
  country: string | null
  locale: string
  age: AgeAssurance
}
export interface SignedIn {
  kind: 'signed-in'
  id: string
  role: 'user' | 'performer' | 'admin'
  username: string | null
  status: 'pending_email' | 'active' | 'suspended' | 'closing' | 'closed'
  emailVerified: boolean
  /** The account has no e-mail address or no username: only calls that complete the account are allowed. */
  unfinished: boolean
  /** Has not accepted the current terms: only calls to accept them or to leave are allowed. */
  termsDue: boolean
  /** A performer whose verification is approved. */
  approved: boolean
  permissions: Permission[]
  /** Staff without a second factor: they hold no permission until there is one. */
  needsSecondFactor: boolean
  accessEpoch: number
  sessionId: string
  authenticatedAt: Date
  address: string
  country: string | null
  locale: string
  age: AgeAssurance
}
export type Viewer = Visitor | SignedIn

/** Whether an account of staff holds a permission; owners hold all of them. */
export const hasPermission = ({ permissions }: Pick<SignedIn, 'permissions'>, permission: Permission): boolean =>
  permissions.includes(permission) || permissions.includes('owner')

export const idOf = (viewer: Pick<Visitor, 'kind'> | Pick<SignedIn, 'kind' | 'id'>): string | null =>
  viewer.kind === 'signed-in' ? viewer.id : null
