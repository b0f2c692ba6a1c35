import type { Provider } from '@fanlight/contract/providers'

/** Whom another company says somebody is. */
export interface Identity {
  provider: Provider
  /** The company's own name of this person, which never changes. */
  subject: string
  /** How the person knows it. */
  label: string
  name: string
  /** Only where the company runs this very mailbox: anybody else's word about an address counts for nothing here. */
  email: string | null
}

/** A sign-in that has begun at the company. */
export interface Begun {
  /** Where the browser goes. */
  url: string
  /** What must come back together; kept sealed in the browser. */
  kept: Record<string, string>
}
