import type { Reply } from '../../api/contract.ts'

export type Comments = Reply<'GET /comments'>
type Comment = Comments['data'][number]

/** A comment, and what only this browser knows of it. */
export interface ShownComment extends Comment {
  /** Its picture is still on its way to the server. */
  sending?: File | undefined
  /** Its picture as it lies here, until the server has made its own sizes of it. */
  local?: string | undefined
}
/** What somebody wrote. */
export interface Words {
  text: string
  picture?: File | undefined
}
