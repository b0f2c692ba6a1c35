import { FileUp } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { useFieldError } from '../../../ui/form.tsx'
import { acceptOf, sellable } from '../editor/accepted.ts'
import { Refusals, useTaking } from '../editor/refusals.tsx'
import { MediaStrip, type StripProps } from '../editor/media-strip.tsx'
import { AddTile } from '../editor/add-tile.tsx'
import type { useUploads } from '../editor/uploads.ts'
import { FileDrop } from '../pieces/file-drop.tsx'
import { ChooseFromVault } from '../vault/vault-picker.tsx'
import { imagesMax } from './product-draft.ts'

interface FilesProps {
  uploads: ReturnType<typeof useUploads>
  disabled: boolean
}

/** Images in their order; the first one represents the product. */
export function ProductImages({ uploads, disabled }: FilesProps) {
  const t = useT()
  const { take, refused } = useTaking(uploads)
  const images = uploads.items.filter(({ kind }) => kind === 'photo')
  const room = imagesMax - images.length
  const vault = <ChooseFromVault uploads={uploads} kind="photo" room={room} disabled={disabled} />
  const onFiles = (files: File[]) => take(files.slice(0, room), 'photo')
  return (
    <>
      {images.length ? (
        <MediaStrip
          items={images}
          uploads={uploads}
          hasCover
          most={imagesMax}
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
      ) : (
        <>
          <FileDrop
            multiple
            accept={acceptOf('photo')}
            disabled={disabled}
            label={t('studio.products.dropImages')}
            hint={t('studio.products.imagesHint', { count: imagesMax })}
            press={t('studio.composer.choose')}
            onFiles={onFiles}
          />
          <div className="mt-1 flex justify-center">{vault}</div>
        </>
      )}
      <Refusals files={refused} />
      <FileProblem name="imageIds" />
    </>
  )
}

/** The file that buyers of a digital product download, as it was uploaded. What was sold stays: a new version comes beside it. */
export function DigitalFile({
  uploads,
  disabled,
  staying,
  buyers,
}: FilesProps & Pick<StripProps, 'staying' | 'buyers'>) {
  const t = useT()
  const { take, refused } = useTaking(uploads)
  const files = uploads.items.filter(({ kind }) => kind === 'product')
  const room = (staying?.size ? 2 : 1) - files.length
  return (
    <section className="composer-card p-4 md:px-[18px]">
      <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal">{t('studio.products.file')}</h2>
      {files.length ? <MediaStrip items={files} uploads={uploads} staying={staying} buyers={buyers} /> : null}
      {room > 0 ? (
        <FileDrop
          className={files.length ? 'mt-2' : ''}
          small={files.length > 0}
          accept={sellable()}
          disabled={disabled}
          label={t(files.length ? 'studio.products.newVersion' : 'studio.products.dropFile')}
          hint={files.length ? undefined : t('studio.products.fileHint')}
          onFiles={(chosen) => take(chosen.slice(0, 1), 'product')}
        >
          <FileUp className="icon text-ink-3" aria-hidden="true" />
        </FileDrop>
      ) : null}
      <ChooseFromVault uploads={uploads} kind="product" room={room} disabled={disabled} />
      <Refusals files={refused} unsupported={t('studio.products.fileRefused')} />
      <FileProblem name="digitalFileId" />
    </section>
  )
}

function FileProblem({ name }: { name: string }) {
  const wrong = useFieldError(name)
  return wrong ? (
    <p role="alert" className="mt-2 text-xs text-danger-text">
      {wrong}
    </p>
  ) : null
}
