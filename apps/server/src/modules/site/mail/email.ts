export interface EmailTemplate {
  subject: string
  paragraphs: string[]
  /** The one thing to do; `path` is appended to our address. */
  button?: { label: string; path: string }
  /** What to do instead. */
  second?: { label: string; path: string }
  after?: string[]
  /** How to switch such emails off. */
  off?: { label: string; path: string }
}
/** Values that a text may name. Everything is plain text: the HTML is escaped. */
export interface EmailValues {
  name: string
  site: string
  reason?: string
  items?: string[]
  /** Lines of a receipt. */
  lines?: string[]
  /** The message that a person sent to us, and the email address they entered. */
  message?: string
  email?: string
  /** The last characters of an account number, or the payout method. */
  ending?: string
  /** Six digits; like the secret of a link they are stored encrypted beside the mail. */
  code?: string
  /** A day or a moment, written out in the reader's language. */
  on?: string
  creator?: string
  /** The number of an order, and what was ordered. */
  number?: string
  title?: string
  /** Where the button leads instead of where it leads by its kind. */
  path?: string
  fan?: string
  /** An amount of money or tokens, written out in the reader's language. */
  amount?: string
  /** The name of the passkey, of the other provider, or of the person that the mail is about. */
  device?: string
  /** The reference by which support finds a person whose name is no longer stored here. */
  reference?: string
}

/** The placeholder of the secret in a link; the secret itself is stored encrypted in the mail's row. */
export const secretMark = '{{secret}}'
