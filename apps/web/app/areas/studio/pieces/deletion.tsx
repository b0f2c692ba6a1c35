import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useBuyers } from './buyers.ts'
import { type StudioItem, studioKinds, type StudioKindName } from './studio-items.ts'
import { type Before, publishingBack, useUndo } from './undo.ts'

interface DeletionProps {
  kind: StudioKindName
  item: Before & Pick<StudioItem, 'buyers'>
  onClose: () => void
  onDone: () => void
}

/** Asks for confirmation before an item is deleted, and says who keeps access to it. */
export function Deletion({ kind, item, onClose, onDone }: DeletionProps) {
  const t = useT()
  const buyersOf = useBuyers()
  const { attempt, working } = useMutation({ toasts: true })
  const { revalidate } = useRevalidator()
  const undo = useUndo(revalidate)
  const remove = async () => {
    let isTrashed = true
    const isDone = await attempt(item._id, async (change) => {
      isTrashed = !(await studioKinds[kind].remove(change, item._id)).data.archived
    })
    if (!isDone) return
    toast.success(`studio.item.${kind}.deleted`, undo(isTrashed ? [item._id] : [], publishingBack([item])))
    onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(`studio.item.${kind}.deleteSure`)}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t(`studio.item.${kind}.keep`)}
          </Button>
          <Button variant="danger" busy={working ? t('studio.deleting') : undefined} onClick={() => void remove()}>
            {t('studio.delete')}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">
        {item.buyers > 0
          ? t('studio.deleteBought', { count: item.buyers, shown: buyersOf(item.buyers) })
          : t('studio.deletePlain')}
      </p>
    </Dialog>
  )
}
