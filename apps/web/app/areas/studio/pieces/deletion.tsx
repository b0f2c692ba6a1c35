import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { StudioPost } from './post-states.ts'

/** Asks for confirmation before a post is deleted, and says who keeps access to it. */
export function Deletion({ post, onClose, onDone }: { post: StudioPost; onClose: () => void; onDone: () => void }) {
  const t = useT()
  const { send, working } = useMutation({ toasts: true })
  const remove = async () => {
    if (!(await send('DELETE /performer/feeds/:id', { params: { id: post._id } }))) return
    toast.success('studio.deleted')
    onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.deleteSure')}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('studio.keep')}
          </Button>
          <Button variant="danger" busy={working ? t('studio.deleting') : undefined} onClick={() => void remove()}>
            {t('studio.delete')}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">
        {post.sales > 0 ? t('studio.deleteBought', { count: post.sales }) : t('studio.deletePlain')}
      </p>
    </Dialog>
  )
}
