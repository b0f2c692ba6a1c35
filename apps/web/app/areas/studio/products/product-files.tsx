import { FileUp } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { useFieldError } from '../../../ui/form.tsx'
import { acceptOf, sellable } from '../editor/accepted.ts'
import { Refusals, useTaking } from '../editor/refusals.tsx'
import { UploadList } from '../editor/upload-list.tsx'
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
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 className="mb-3 text-lg">{t('studio.products.images')}</h2>
      <UploadList items={images} uploads={uploads} />
      {images.length < imagesMax ? (
        <FileDrop
          className={images.length ? 'mt-2 flex-row! gap-2! py-3.5!' : ''}
          small={images.length > 0}
          multiple
          accept={acceptOf('photo')}
          disabled={disabled}
          label={t(images.length ? 'studio.editor.morePhotos' : 'studio.products.dropImages')}
          hint={images.length ? undefined : t('studio.products.imagesHint', { count: imagesMax })}
          onFiles={(files) => take(files.slice(0, imagesMax - images.length), 'photo')}
        />
      ) : null}
      <ChooseFromVault uploads={uploads} kind="photo" room={imagesMax - images.length} disabled={disabled} />
      <Refusals files={refused} />
      <FileProblem name="imageIds" />
    </section>
  )
}

/** The file that buyers of a digital product download, as it was uploaded. What was sold stays: a new version comes beside it. */
export function DigitalFile({ uploads, disabled, staying }: FilesProps & { staying: ReadonlySet<string> }) {
  const t = useT()
  const { take, refused } = useTaking(uploads)
  const files = uploads.items.filter(({ kind }) => kind === 'product')
  const room = (staying.size > 0 ? 2 : 1) - files.length
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 className="mb-3 text-lg">{t('studio.products.file')}</h2>
      {files.length ? <UploadList items={files} uploads={uploads} staying={staying} /> : null}
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
