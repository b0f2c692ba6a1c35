import type { FileError } from '@fanlight/contract/media'

/** The file itself is the reason: trying again would not help. */
export class UnusableFile extends Error {
  readonly code: FileError
  constructor(code: FileError, why = '') {
    super(why ? `${code}: ${why}` : code)
    this.code = code
  }
}
