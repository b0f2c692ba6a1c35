import { FolderInput, Pencil, Star, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { PhotoAction, StudioPhoto } from './photo-tile.tsx'

interface PhotoChanges {
  items: readonly StudioPhoto[]
  setItems: (next: (known: StudioPhoto[]) => StudioPhoto[]) => void
  /** Whether the list is of one gallery: a photo that is moved away is no longer in it. */
  leavesGallery: boolean
  /** Whether no photo can leave its gallery, because that was sold. */
  stays?: boolean
}
type Open = { what: 'title' | 'move' | 'delete'; photo: StudioPhoto } | null

/** What can be done with each of one's own photos: a title, cover, another gallery, deletion. Each takes effect at once. */
export function usePhotoChanges({ setItems, leavesGallery, stays = false }: PhotoChanges) {
  const t = useT()
  const [open, setOpen] = useState<Open>(null)
  const { send } = useMutation({ toasts: true })
  const close = () => setOpen(null)
  const replace = (photo: StudioPhoto) =>
    setItems((known) => known.map((other) => (other._id === photo._id ? photo : other)))
  const remove = (photo: StudioPhoto) => setItems((known) => known.filter(({ _id }) => _id !== photo._id))
  const setCover = async (photo: StudioPhoto) => {
    const reply = await send('POST /performer/performer-assets/photos/set-cover/:id', { params: { id: photo._id } })
    if (!reply) return
    setItems((known) =>
      known.map((other) =>
        other.gallery._id === photo.gallery._id ? { ...other, isCover: other._id === photo._id } : other,
      ),
    )
    toast.success('studio.photos.coverSet')
  }
  const actionsOf = (photo: StudioPhoto): PhotoAction[] => [
    {
      label: t('studio.photos.editTitle'),
      icon: <Pencil aria-hidden="true" />,
      onPress: () => setOpen({ what: 'title', photo }),
    },
    ...(photo.isCover
      ? []
      : [
          {
            label: t('studio.photos.makeCover'),
            icon: <Star aria-hidden="true" />,
            onPress: () => void setCover(photo),
          },
        ]),
    ...(stays
      ? []
      : [
          {
            label: t('studio.photos.move'),
            icon: <FolderInput aria-hidden="true" />,
            onPress: () => setOpen({ what: 'move', photo }),
          },
          null,
          {
            label: t('studio.delete'),
            danger: true,
            icon: <Trash2 aria-hidden="true" />,
            onPress: () => setOpen({ what: 'delete', photo }),
          },
        ]),
  ]
  const dialogs =
    open?.what === 'title' ? (
      <TitleDialog photo={open.photo} onClose={close} onDone={(photo) => (replace(photo), close())} />
    ) : open?.what === 'move' ? (
      <MoveDialog
        photo={open.photo}
        onClose={close}
        onDone={(photo) => {
          if (leavesGallery) remove(photo)
          else replace(photo)
          close()
        }}
      />
    ) : open?.what === 'delete' ? (
      <DeleteDialog photo={open.photo} onClose={close} onDone={() => (remove(open.photo), close())} />
    ) : null
  return { actionsOf, dialogs }
}

interface DialogProps {
  photo: StudioPhoto
  onClose: () => void
  onDone: (photo: StudioPhoto) => void
}

function TitleDialog({ photo, onClose, onDone }: DialogProps) {
  const t = useT()
  const { send, working, problem } = useMutation()
  const [title, setTitle] = useState(photo.title)
  const save = async () => {
    const reply = await send('PUT /performer/performer-assets/photos/:id', {
      params: { id: photo._id },
      body: { title },
    })
    if (reply) onDone(reply.data)
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={t('studio.photos.editTitle')}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('studio.photos.cancel')}
          </Button>
          <Button variant="primary" busy={working ? t('ui.saving') : undefined} onClick={() => void save()}>
            {t('studio.photos.save')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <Field label={t('studio.photos.title')}>
          <Input
            name="title"
            value={title}
            maxLength={200}
            onChange={(event) => setTitle(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void save()
            }}
          />
        </Field>
      </FormProblem>
    </Dialog>
  )
}

function MoveDialog({ photo, onClose, onDone }: DialogProps) {
  const t = useT()
  const { send, working, problem } = useMutation()
  const [galleries, setGalleries] = useState<{ _id: string; title: string }[] | null>(null)
  const [target, setTarget] = useState('')
  useEffect(() => {
    call('GET /performer/performer-assets/galleries/search', { query: { pageSize: 100 } }).then(
      ({ data }) => setGalleries(data.filter(({ _id }) => _id !== photo.gallery._id)),
      () => setGalleries([]),
    )
  }, [photo.gallery._id])
  const save = async () => {
    const reply = await send('PUT /performer/performer-assets/photos/:id', {
      params: { id: photo._id },
      body: { galleryId: target },
    })
    if (!reply) return
    toast.success('studio.photos.moved')
    onDone(reply.data)
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={t('studio.photos.move')}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('studio.photos.cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={target === ''}
            busy={working ? t('ui.saving') : undefined}
            onClick={() => void save()}
          >
            {t('studio.photos.moveAction')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        {galleries?.length === 0 ? (
          <p className="text-ink-2">{t('studio.photos.noOther')}</p>
        ) : (
          <Field label={t('studio.photos.gallery')} hint={t('studio.photos.moveHint')}>
            <Select
              name="galleryId"
              value={target}
              disabled={galleries === null}
              onChange={(event) => setTarget(event.currentTarget.value)}
            >
              <option value="" disabled>
                {galleries === null ? t('ui.loading') : t('studio.photos.chooseGallery')}
              </option>
              {galleries?.map(({ _id, title }) => (
                <option key={_id} value={_id}>
                  {title || t('studio.item.gallery.one')}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </FormProblem>
    </Dialog>
  )
}

function DeleteDialog({ photo, onClose, onDone }: Omit<DialogProps, 'onDone'> & { onDone: () => void }) {
  const t = useT()
  const { send, working } = useMutation({ toasts: true })
  const remove = async () => {
    const reply = await send('DELETE /performer/performer-assets/photos/:id', { params: { id: photo._id } })
    if (!reply) return
    toast.success('studio.photos.deleted')
    onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={t('studio.photos.deleteSure')}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('studio.photos.cancel')}
          </Button>
          <Button variant="danger" busy={working ? t('studio.deleting') : undefined} onClick={() => void remove()}>
            {t('studio.delete')}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">{t('studio.photos.deleteText')}</p>
    </Dialog>
  )
}
