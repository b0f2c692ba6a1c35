import { useT } from '../../../i18n/context.tsx'
import { acceptOf } from '../editor/accepted.ts'
import { Cover, Teaser } from '../editor/extra-files.tsx'
import { Refusals, useTaking } from '../editor/refusals.tsx'
import { UploadList } from '../editor/upload-list.tsx'
import type { useUploads } from '../editor/uploads.ts'
import { FileDrop } from '../pieces/file-drop.tsx'
import { ChooseFromVault } from '../vault/vault-picker.tsx'

interface VideoFilesProps {
  uploads: ReturnType<typeof useUploads>
  staying: ReadonlySet<string>
  disabled: boolean
  /** A video that is not open to everyone may show a piece of itself. */
  withTeaser: boolean
}

/** The video with its progress, its thumbnail and its teaser. */
export function VideoFiles({ uploads, staying, disabled, withTeaser }: VideoFilesProps) {
  const t = useT()
  const { take, refused } = useTaking(uploads)
  const main = uploads.items.filter(({ kind }) => kind === 'video')
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 className="mb-3 text-lg">{t('studio.item.video.one')}</h2>
      <UploadList items={main} uploads={uploads} staying={staying} />
      {main.length === 0 ? (
        <FileDrop
          className="py-14! md:py-20!"
          accept={acceptOf('video')}
          disabled={disabled}
          label={t('studio.editor.dropVideo')}
          hint={t('studio.editor.dropVideoHint')}
          onFiles={(files) => take(files.slice(0, 1), 'video')}
        />
      ) : null}
      <ChooseFromVault uploads={uploads} kind="video" room={1 - main.length} disabled={disabled} />
      <Refusals files={refused} />
      {main.length > 0 ? (
        <div className="mt-4 grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
          <Cover uploads={uploads} video={main[0]} onTake={(files) => take(files, 'thumbnail')} />
          {withTeaser ? <Teaser uploads={uploads} onTake={(files) => take(files, 'teaser')} /> : null}
        </div>
      ) : null}
    </section>
  )
}
