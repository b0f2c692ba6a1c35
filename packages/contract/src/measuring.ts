/**
 * Whether visits may be measured in this browser. `off`: the site measures nothing, and nobody is asked. `signal`: the browser says no by
 * itself (Global Privacy Control).
 */
export interface Measuring {
  state: 'off' | 'unasked' | 'no' | 'signal' | 'yes'
  /** What was asked, in short: an answer counts for that alone. */
  asked: string
}

export const measuringCookie = 'measuring'
export const measuringDays = 180
/** The answer, and what was asked. */
export const measuringAnswer = /^(yes|no)\.([0-9a-f]{8})$/

/** A Google Analytics property's stream. Nothing else goes into the address that its loader comes from. */
export const measurementId = /^G-[A-Z0-9]{4,16}$/
