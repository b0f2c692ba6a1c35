import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { FanList } from './audience-query.ts'
import { FanFinder } from './fan-finder.tsx'
import { NameDialog } from './name-dialog.tsx'

/** The name of the list that is shown, and what can be done with the list itself. */
export function ListHead({ list, onChanged }: { list: FanList; onChanged: () => Promise<void> }) {
  const t = useT()
  const navigate = useNavigate()
  const { sendOrThrow } = useMutation()
  const [open, setOpen] = useState<'add' | 'rename' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="mb-3 flex min-w-0 items-center gap-1">
      <h2 className="min-w-0 flex-1 truncate text-lg">
        <bdi>{list.name}</bdi>
      </h2>
      <Button size="sm" variant="outline" onClick={() => setOpen('add')}>
        <Plus aria-hidden="true" />
        {t('studio.lists.find')}
      </Button>
      <IconButton label={t('studio.lists.rename', { name: list.name })} onClick={() => setOpen('rename')}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={t('studio.lists.delete', { name: list.name })} onClick={() => setOpen('delete')}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {open === 'add' ? (
        <Dialog open onOpenChange={(isOpen) => isOpen || close()} title={list.name} width={420}>
          <FanFinder listId={list._id} onAdded={onChanged} />
        </Dialog>
      ) : null}
      {open === 'rename' ? <NameDialog list={list} onClose={close} onSaved={onChanged} /> : null}
      {open === 'delete' ? (
        <ConfirmDialog
          title={t('studio.lists.deleteTitle', { name: list.name })}
          action={t('studio.delete')}
          busy={t('ui.saving')}
          onClose={close}
          onConfirm={async () => {
            await sendOrThrow('DELETE /performer/fan-lists/:id', { params: { id: list._id } })
            await navigate('/creator/audience')
          }}
        >
          {t('studio.lists.deleteText')}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
