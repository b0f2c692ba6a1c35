import type { Readable, Writable } from 'node:stream'

/** A program outside of this process that makes of H264 and AAC (FLV) what rooms run: H264 of the constrained baseline without B-frames, and Opus (Matroska). */
export interface Transcoder {
  input: Writable
  output: Readable
  /** Resolves with why, when it has ended. */
  ended: Promise<string>
  /** Ends it at once. */
  close(): void
}

/** Starts one. */
export type OpenTranscoder = (of: { hasAudio: boolean }) => Promise<Transcoder>
