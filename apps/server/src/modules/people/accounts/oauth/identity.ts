import type { Provider } from '@fanlight/contract/providers'

/** A user's identity as reported by another provider. */
export interface Identity {
  provider: Provider
  /** The provider's own name of this person, which never changes. */
  subject: string
  /** How the person knows it. */
  label: string
  name: string
  /** Set only if the provider operates this mailbox itself: addresses reported by other providers are not trusted here. */
  email: string | null
}

/** A sign-in that has begun at the provider. */
export interface Begun {
  /** The address that the browser is sent to. */
  url: string
  /** What must come back together; stored encrypted in the browser. */
  pending: Record<string, string>
}
