import { createContext } from 'react'
import type { Reply } from '../../../api/client.ts'

export interface Dismissed {
  type: 'performer' | 'feed'
  /** Of the creator, or of the post. */
  id: string
  /** Of the creator. */
  name: string
}
/** Suggests a creator or a post no longer. */
export const DismissContext = createContext<(what: Dismissed) => void>(() => undefined)

export type SuggestedPost = Reply<'GET /user/feeds'>['data'][number]
