import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { StudioPost } from './post-states.ts'

/** Asks for confirmation before a post is deleted, and says who keeps access to it. */
export function Deletion({ post, onClose, onDone }: { post: StudioPost; onClose: () => void; onDone: () => void }) {
  const t = useT()
  const [working, setWorking] = useState(false)
  const remove = async () => {
    if (working) return
    setWorking(true)
    try {
      await call('DELETE /performer/feeds/:id', { params: { id: post._id } })
      toast.success('studio.deleted')
      onDone()
    } catch (error) {
      toast.problem(error)
      setWorking(false)
    }
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
