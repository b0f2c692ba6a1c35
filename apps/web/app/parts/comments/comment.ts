import type { Reply } from '../../api/contract.ts'

export type Comments = Reply<'GET /comments'>
type Comment = Comments['data'][number]

/** A comment, and what only this browser knows of it. */
export interface ShownComment extends Comment {
  /** Its image is still on its way to the server. */
  sending?: File | undefined
  /** The local URL of its image, until the server has created its sizes. */
  local?: string | undefined
}
/** The content of a new comment. */
export interface CommentDraft {
  text: string
  image?: File | undefined
}
