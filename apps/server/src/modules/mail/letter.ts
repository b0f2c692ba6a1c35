export interface Letter {
  subject: string
  paragraphs: string[]
  /** The one thing to do; `path` is appended to our address. */
  button?: { label: string; path: string }
  /** What to do instead. */
  second?: { label: string; path: string }
  after?: string[]
}
/** Values that a text may name. Everything is plain text: the HTML is escaped. */
export interface LetterValues {
  name: string
  site: string
  reason?: string
  items?: string[]
  /** What somebody wrote to us, and the address they gave. */
  message?: string
  email?: string
  /** The last characters of an account number, or how somebody is paid. */
  ending?: string
  /** Six digits; like the secret of a link they lie sealed beside the mail. */
  code?: string
  /** A day, written out in the reader's language. */
  on?: string
  creator?: string
  /** The name of the passkey, or of the other company, that the mail is about. */
  device?: string
  /** What support finds somebody by who has no name here any more. */
  reference?: string
}

/** Stands in a link where its secret goes; the secret itself lies sealed beside the mail. */
export const secretMark = '{{secret}}'
