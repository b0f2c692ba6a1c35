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
 * A decoder that wrote too much was made to by its input. One that took too long by the clock may merely have stood in line on a
 * busy machine: that is tried again, and the processor time it may use bounds it better.
 */
export function blameFile(ended: 'time' | 'output' | null): void {
  if (ended === 'output') throw new UnusableFile('FILE_BROKEN', 'made more than such a file can hold')
  if (ended === 'time') throw new Error('A decoder did not come to its end in time.')
}
