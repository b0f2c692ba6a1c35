import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { toast } from '../../../ui/toast.tsx'
import { type ItemStatus, studioKinds, type StudioKindName } from './studio-items.ts'

/** Archives a published item, or publishes an archived one again. */
export function useItemStatus(kind: StudioKindName, onDone: () => unknown) {
  const { attempt, working } = useMutation({ toasts: true })
  const setStatus = async (id: string, status: ItemStatus) => {
    const isDone = await attempt([id, status], (change) => studioKinds[kind].setStatus(change, id, status))
    if (!isDone) return
    toast.success(status === 'archived' ? 'studio.archived' : 'studio.publishedAgain')
    await onDone()
  }
  return { setStatus, working }
}
