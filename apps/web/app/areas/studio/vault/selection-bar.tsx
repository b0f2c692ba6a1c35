import { BookmarkCheck, Images, Newspaper, Pencil, Store, Trash2, Video, X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { listOf, type StudioKindName } from '../pieces/studio-items.ts'
import type { VaultFile } from '../../../parts/vault/vault-files.ts'
import { type ChosenFiles, isInGallery, uploadOf } from './vault-files.ts'

interface BarProps {
  chosen: readonly VaultFile[]
  onClear: () => void
  onChanged: () => void
}

/** What can be done with the chosen files. Stays at the bottom. */
export function SelectionBar({ chosen, onClear, onChanged }: BarProps) {
  const t = useT()
  const { bytes } = useFormats()
  const navigate = useNavigate()
  const { attempt, sendOrThrow, working } = useMutation({ toasts: true })
  const [dialog, setDialog] = useState<'deletion' | 'rename' | null>(null)
  const ids = chosen.map(({ _id }) => _id)
  const types = new Set(chosen.map(({ type }) => type))
  const all = (type: string) => types.size === 1 && types.has(type)
  const [one] = chosen
  const begin = (kind: StudioKindName) =>
    void navigate(`${listOf(kind)}/new`, { state: { chosen: chosen.flatMap(uploadOf) } satisfies ChosenFiles })
  const keep = async () => {
    const isDone = await attempt(ids, (change) =>
      Promise.all(ids.map((id) => change('PUT /performer/files/:id', { params: { id }, body: { isRetained: true } }))),
    )
    if (!isDone) return
    toast.say(t('studio.vault.retained'))
    onChanged()
  }
  const remove = async () => {
    const reply = await sendOrThrow('POST /performer/files/deletion', { body: { ids } })
    if (!reply) return
    const { deleted, inUse } = reply.data
    const said = t('studio.vault.deletedSome', { deleted: deleted.length, used: inUse.length })
    if (deleted.length > 0) toast.say(said)
    else toast.refuse(said)
    onChanged()
  }
  const size = chosen.reduce((sum, entry) => sum + entry.bytes, 0)
  const isPost = all('feed-photo') || ((all('feed-video') || all('feed-audio')) && chosen.length === 1)
  return (
    <div
      role="region"
      data-bottom-bar="always"
      aria-label={t('studio.vault.selected', { count: chosen.length })}
      className="sticky bottom-[calc(64px+env(safe-area-inset-bottom))] z-10 mx-auto mt-6 flex w-fit max-w-full flex-wrap items-center gap-1 rounded-lg bg-surface p-2 shadow-(--shadow-2) ring-1 ring-line md:bottom-4"
    >
      <p role="status" className="num px-3 text-sm font-semibold">
        {t('studio.vault.selected', { count: chosen.length })}{' '}
        <span className="font-normal text-ink-3">{bytes(size)}</span>
      </p>
      {isPost ? (
        <Button size="sm" variant="ghost" onClick={() => begin('feed')}>
          <Newspaper aria-hidden="true" />
          {t('studio.vault.newPost')}
        </Button>
      ) : null}
      {all('feed-photo') && !chosen.some(isInGallery) ? (
        <Button size="sm" variant="ghost" onClick={() => begin('gallery')}>
          <Images aria-hidden="true" />
          {t('studio.vault.newGallery')}
        </Button>
      ) : null}
      {all('feed-video') && chosen.length === 1 ? (
        <Button size="sm" variant="ghost" onClick={() => begin('video')}>
          <Video aria-hidden="true" />
          {t('studio.vault.newVideo')}
        </Button>
      ) : null}
      {(all('feed-photo') && chosen.length <= 10) || (all('product-file') && chosen.length === 1) ? (
        <Button size="sm" variant="ghost" onClick={() => begin('product')}>
          <Store aria-hidden="true" />
          {t('studio.vault.newProduct')}
        </Button>
      ) : null}
      {chosen.some(({ isRetained, uses }) => !isRetained && uses.length === 0) ? (
        <Button size="sm" variant="ghost" disabled={working} onClick={() => void keep()}>
          <BookmarkCheck aria-hidden="true" />
          {t('studio.vault.keep')}
        </Button>
      ) : null}
      {chosen.length === 1 ? (
        <Button size="sm" variant="ghost" onClick={() => setDialog('rename')}>
          <Pencil aria-hidden="true" />
          {t('studio.vault.rename')}
        </Button>
      ) : null}
      <Button
        size="sm"
        variant="ghost"
        className="text-danger-text!"
        disabled={chosen.length > 100}
        onClick={() => setDialog('deletion')}
      >
        <Trash2 aria-hidden="true" />
        {t('studio.delete')}
      </Button>
      <IconButton size="sm" label={t('studio.vault.clear')} onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
      {dialog === 'deletion' ? (
        <ConfirmDialog
          title={t('studio.vault.deleteSure')}
          action={t('studio.delete')}
          busy={t('studio.deleting')}
          onConfirm={remove}
          onClose={() => setDialog(null)}
        >
          {t('studio.vault.deleteWhat')}
        </ConfirmDialog>
      ) : null}
      {dialog === 'rename' && one ? <Rename entry={one} onClose={() => setDialog(null)} onDone={onChanged} /> : null}
    </div>
  )
}

function Rename({ entry, onClose, onDone }: { entry: VaultFile; onClose: () => void; onDone: () => void }) {
  const t = useT()
  const { list } = useFormats()
  const { sendOrThrow } = useMutation()
  const [name, setName] = useState(entry.name)
  return (
    <ConfirmDialog
      title={t('studio.vault.rename')}
      action={t('studio.vault.rename')}
      busy={t('ui.saving')}
      variant="primary"
      onConfirm={async () => {
        await sendOrThrow('PUT /performer/files/:id', { params: { id: entry._id }, body: { name: name.trim() } })
        onDone()
      }}
      onClose={onClose}
      fields={
        <Field label={t('studio.vault.name')}>
          <Input value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
        </Field>
      }
    >
      {entry.uses.length > 0
        ? t('studio.vault.usedIn', {
            names: list(entry.uses.map(({ title }) => title)),
          })
        : t('studio.vault.notUsed')}
    </ConfirmDialog>
  )
}
