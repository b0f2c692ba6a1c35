import type { FileError } from '@fanlight/contract/media'

/** The file itself is the reason: trying again would not help. */
export class UnusableFile extends Error {
  readonly code: FileError
  constructor(code: FileError, why = '') {
    super(why ? `${code}: ${why}` : code)
    this.code = code
  }
}

/**
 * Too much output of a decoder is caused by its input. A decoder that exceeded its time limit may have waited for a busy machine: that is
 * tried again, and the limit of its processor time ends it if its input is the cause.
 */
export function throwIfEnded(ended: 'time' | 'output' | null): void {
  if (ended === 'output') throw new UnusableFile('FILE_BROKEN', 'the output is larger than the file can contain')
  if (ended === 'time') throw new Error('A decoder did not finish in time.')
}
