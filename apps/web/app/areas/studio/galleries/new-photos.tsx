import { photosPerGalleryMax } from '@fanlight/contract/limits'
import { useT } from '../../../i18n/context.tsx'
import { acceptOf } from '../editor/accepted.ts'
import { Refusals, useTaking } from '../editor/refusals.tsx'
import { MediaStrip } from '../editor/media-strip.tsx'
import { AddTile } from '../editor/add-tile.tsx'
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
  const vault = <ChooseFromVault uploads={uploads} kind="photo" room={room} disabled={disabled} forGallery />
  const onFiles = (files: File[]) => take(files.slice(0, room), 'photo')
  return (
    <>
      {count > 0 ? (
        <MediaStrip
          items={uploads.items}
          uploads={uploads}
          most={photosPerGalleryMax - (count - uploads.items.length)}
          add={
            room > 0 ? (
              <AddTile
                accept={acceptOf('photo')}
                label={t('studio.editor.morePhotos')}
                disabled={disabled}
                onFiles={onFiles}
              />
            ) : null
          }
          end={room > 0 ? vault : null}
        />
      ) : room > 0 ? (
        <>
          <FileDrop
            multiple
            accept={acceptOf('photo')}
            disabled={disabled}
            label={t('studio.photos.drop')}
            hint={t('studio.photos.dropHint', { count: photosPerGalleryMax })}
            press={t('studio.composer.choose')}
            onFiles={onFiles}
          />
          <div className="mt-1 flex justify-center">{vault}</div>
        </>
      ) : null}
      {room > 0 ? null : (
        <p className="mt-2 text-sm text-ink-2">{t('studio.photos.full', { count: photosPerGalleryMax })}</p>
      )}
      <Refusals files={refused} />
    </>
  )
}
