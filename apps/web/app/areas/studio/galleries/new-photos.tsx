import { photosPerGalleryMax } from '@fanlight/contract/limits'
import { useT } from '../../../i18n/context.tsx'
import { acceptOf } from '../editor/accepted.ts'
import { Refusals, useTaking } from '../editor/refusals.tsx'
import { UploadList } from '../editor/upload-list.tsx'
import type { useUploads } from '../editor/uploads.ts'
import { FileDrop } from '../pieces/file-drop.tsx'
import { ChooseFromVault } from '../vault/vault-picker.tsx'

interface NewPhotosProps {
  uploads: ReturnType<typeof useUploads>
  /** How many photos the gallery has with these. */
  count: number
  disabled: boolean
}

/** Photos that are added to the gallery when it is saved, in their order. */
export function NewPhotos({ uploads, count, disabled }: NewPhotosProps) {
  const t = useT()
  const { take, refused } = useTaking(uploads)
  const room = photosPerGalleryMax - count
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 className="mb-3 text-lg">{t('studio.photos.add')}</h2>
      <UploadList items={uploads.items} uploads={uploads} />
      {room > 0 ? (
        <FileDrop
          className={uploads.items.length ? 'mt-2 flex-row! gap-2! py-3.5!' : ''}
          small={uploads.items.length > 0}
          multiple
          accept={acceptOf('photo')}
          disabled={disabled}
          label={uploads.items.length ? t('studio.editor.morePhotos') : t('studio.photos.drop')}
          hint={uploads.items.length ? undefined : t('studio.photos.dropHint', { count: photosPerGalleryMax })}
          onFiles={(files) => take(files.slice(0, room), 'photo')}
        />
      ) : (
        <p className="mt-2 text-sm text-ink-2">{t('studio.photos.full', { count: photosPerGalleryMax })}</p>
      )}
      <ChooseFromVault uploads={uploads} kind="photo" room={room} disabled={disabled} forGallery />
      <Refusals files={refused} />
    </section>
  )
}
