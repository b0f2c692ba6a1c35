import type { Permission } from '@fanlight/contract/endpoint'

/** What is known of somebody's age: what they said themselves, or what somebody else vouches for. */
export type AgeProof = 'none' | 'declared' | 'assured'

/** What a request says of its sender, before the database is asked. */
export interface Asker {
  /** SHA-256 of the token it carries, as PostgreSQL reads bytes; null where it carries none that could be ours. */
  tokenHash: string | null
  byCookie: boolean
  address: string
  country: string | null
  /** What this browser has shown before. */
  age: AgeProof
}
/** Who is asking. `country` comes from the address that trusted proxies vouch for. */
export interface Visitor {
  kind: 'visitor'
  address: string
  country: string | null
  locale: string
  age: AgeProof
}
export interface SignedIn {
  kind: 'signed-in'
  id: string
  role: 'user' | 'performer' | 'admin'
  username: string | null
  status: 'pending_email' | 'active' | 'suspended' | 'closing' | 'closed'
  emailVerified: boolean
  /** Without an e-mail address or a username: what may be asked is what finishes the account. */
  unfinished: boolean
  /** Has not accepted the terms now in force: what may be asked is what accepts them, or leaves. */
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
  age: AgeProof
}
export type Viewer = Visitor | SignedIn

export const idOf = (viewer: Pick<Visitor, 'kind'> | Pick<SignedIn, 'kind' | 'id'>): string | null =>
  viewer.kind === 'signed-in' ? viewer.id : null
