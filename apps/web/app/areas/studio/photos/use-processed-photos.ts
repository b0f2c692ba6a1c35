import { type Dispatch, type SetStateAction, useCallback, useRef } from 'react'
import { useSocketMessage } from '../../../api/socket.ts'
import { fileOf, isOpen } from '../../../parts/posts/files.ts'
import { toast } from '../../../ui/toast.tsx'
import type { StudioPhoto, StudioPhotos } from './photo-tile.tsx'

const ends = new Set(['ready', 'failed', 'blocked'])
const fileIdOf = ({ file }: StudioPhoto): string | undefined => {
  const found = fileOf(file)
  return isOpen(found) && !ends.has(found.status) ? found._id : undefined
}

/** Shows photos as they are once their files are processed, or could not be. `load` reads the first page again. */
export function useProcessedPhotos(
  items: readonly StudioPhoto[],
  setItems: Dispatch<SetStateAction<StudioPhoto[]>>,
  load: () => Promise<StudioPhotos>,
): void {
  const now = useRef({ items, load })
  now.current = { items, load }
  const progressed = useCallback(
    async ({ fileId, status }: { fileId: string; status: string }) => {
      const { items, load } = now.current
      if (!ends.has(status) || !items.some((photo) => fileIdOf(photo) === fileId)) return
      try {
        const fresh = new Map((await load()).data.map((photo) => [photo._id, photo]))
        setItems((shown) => shown.map((photo) => fresh.get(photo._id) ?? photo))
      } catch (error) {
        toast.problem(error)
      }
    },
    [setItems],
  )
  useSocketMessage(
    'file/progressed',
    useCallback((message: { fileId: string; status: string }) => void progressed(message), [progressed]),
  )
}
