import { type RefObject, useRef, useState } from 'react'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { type Change, useMutation } from '../../../parts/forms/use-mutation.ts'
import type { StudioItem } from '../pieces/studio-items.ts'
import type { SaveStatus } from './draft.ts'
import { toDescribe, type UploadItem } from './uploads.ts'

/** Sends the calls that save an item: a change of `item` or, with `once`, a new one. */
export type Save<Item extends StudioItem> = (
  change: Change,
  status: SaveStatus,
  item: Item | null,
) => Promise<{ data: Item }>
interface Saving<Item extends StudioItem> {
  write: Save<Item>
  /** The item as it was saved last; null while there is none. */
  current: RefObject<Item | null>
  uploads: readonly UploadItem[]
  onSaved: (saved: Item, status: SaveStatus) => Promise<void> | void
}

/** Saves the item. One key until it is answered: a request that may have arrived makes no second item. */
export function useSaving<Item extends StudioItem>({ write, current, uploads, onSaved }: Saving<Item>) {
  const [saving, setSaving] = useState<SaveStatus | null>(null)
  const { attempt, attemptOrThrow, problem } = useMutation()
  // A new item that may have been made: until that is known, the same is sent again, whatever is edited meanwhile.
  const unanswered = useRef<{ edits: number; send: (change: Change) => Promise<{ data: Item }> } | null>(null)

  /** Keeps a draft as it is after so many edits, and reports the item with the edits that it has; the refusal, or null. */
  const keep = async (edits: number, onKept: (kept: Item, edits: number) => void): Promise<ProblemData | null> => {
    const sent = unanswered.current ?? { edits, send: (change: Change) => write(change, 'draft', current.current) }
    if (current.current === null) unanswered.current = sent
    try {
      const isDone = await attemptOrThrow('item', async (change) => onKept((await sent.send(change)).data, sent.edits))
      if (isDone) unanswered.current = null
      return null
    } catch (error) {
      const refusal = asProblem(error)
      if (refusal.status >= 400 && refusal.status < 500) unanswered.current = null
      return refusal
    }
  }
  /** `isOver`: over what was saved elsewhere since. */
  const save = (status: SaveStatus, { isOver = false } = {}) =>
    attempt('item', async (change) => {
      let item = current.current
      if (item && isOver) item = { ...item, updatedAt: '' }
      setSaving(status)
      if (unanswered.current) {
        item = (await unanswered.current.send(change)).data
        unanswered.current = null
      }
      await Promise.all(toDescribe(uploads).map((described) => change('PUT /files/:id', described)))
      const { data } = await write(change, status, item)
      await onSaved(data, status)
    }).finally(() => setSaving(null))
  return { save, keep, saving, problem }
}
