import { createContext } from 'react'

/** What comments beside a video can do with it. */
export interface BesideVideo {
  /** Plays from this second; absent where there is no player. */
  seek?: ((second: number) => void) | undefined
  /** The second that is shown. */
  now?: (() => number) | undefined
  /** Its length in seconds: later times in a text are no places in it. */
  length?: number | undefined
}
export const BesideVideoContext = createContext<BesideVideo>({})
