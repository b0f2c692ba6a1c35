/**
 * Whether page views may be measured in this browser. `off`: the site measures nothing and does not ask for consent. `signal`: the
 * browser itself objects (Global Privacy Control).
 */
export interface Analytics {
  state: 'off' | 'unasked' | 'no' | 'signal' | 'yes'
  /** Hash of the analytics code: an answer counts for this code alone. */
  consentVersion: string
}

export const analyticsCookie = 'analytics'
export const analyticsDays = 180
/** The answer, and the version it was given for. */
export const analyticsAnswer = /^(yes|no)\.([0-9a-f]{8})$/

/** A Google Analytics property's stream. Nothing else goes into the address that its loader comes from. */
export const measurementId = /^G-[A-Z0-9]{4,16}$/
