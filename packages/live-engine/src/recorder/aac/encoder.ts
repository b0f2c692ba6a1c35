/** A program outside of this process that turns Opus into AAC, of stereo at 48 kHz. */
export interface AacEncoder {
  /**
   * Packets that follow each other without a hole. Resolves with the frames that are ready, of 1,024 samples each; the very first one only primes
   * decoders, and the second begins where the first packet did. Rejects, now and ever after, where the program has ended.
   */
  encode(packets: readonly Buffer[]): Promise<Buffer[]>
  close(): void
}

/** Starts one. */
export type OpenAac = () => Promise<AacEncoder>
