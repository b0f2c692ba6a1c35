import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { toast } from '../../../ui/toast.tsx'
import { savedText } from './saved-text.ts'
import { type ItemStatus, studioKinds, type StudioKindName } from './studio-items.ts'

/** Archives a published item, or publishes an archived one again. */
export function useItemStatus(kind: StudioKindName, onDone: () => unknown) {
  const t = useT()
  const { attempt, working } = useMutation({ toasts: true })
  const setStatus = async (id: string, status: ItemStatus) => {
    let saved: Awaited<ReturnType<(typeof studioKinds)[StudioKindName]['setStatus']>>['data'] | undefined
    const isDone = await attempt([id, status], async (change) => {
      saved = (await studioKinds[kind].setStatus(change, id, status)).data
    })
    if (!isDone || !saved) return
    if (saved.status === 'archived') toast.success('studio.archived')
    else if (saved.status === 'published') toast.success('studio.publishedAgain')
    else toast.say(t.maybe(savedText(saved, null)) ?? t('ui.saved'))
    await onDone()
  }
  return { setStatus, working }
}
