import { useState } from 'react'
import { type Change, useMutation } from '../../../parts/forms/use-mutation.ts'
import type { StudioItem } from '../pieces/studio-items.ts'
import type { SaveStatus } from './draft.ts'
import { toDescribe, type UploadItem } from './uploads.ts'

/** Sends the calls that save an item, with `once` where one makes something new. */
export type Save<Item extends StudioItem> = (change: Change, status: SaveStatus) => Promise<{ data: Item }>
interface Saving<Item extends StudioItem> {
  write: Save<Item>
  uploads: readonly UploadItem[]
  onSaved: (saved: Item, status: SaveStatus) => Promise<void> | void
}

/** Saves the item. One key until it is answered, whatever is edited meanwhile: a request that may have arrived makes no second item. */
export function useSaving<Item extends StudioItem>({ write, uploads, onSaved }: Saving<Item>) {
  const [saving, setSaving] = useState<SaveStatus | null>(null)
  const { attempt, problem } = useMutation()
  const save = (status: SaveStatus) =>
    attempt('item', async (change) => {
      setSaving(status)
      await Promise.all(toDescribe(uploads).map((described) => change('PUT /files/:id', described)))
      const { data } = await write(change, status)
      await onSaved(data, status)
    }).finally(() => setSaving(null))
  return { save, saving, problem }
}
