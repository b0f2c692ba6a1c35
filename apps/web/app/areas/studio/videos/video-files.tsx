import { useT } from '../../../i18n/context.tsx'
import { acceptOf } from '../editor/accepted.ts'
import { Cover, Teaser } from '../editor/extra-files.tsx'
import { Refusals, useTaking } from '../editor/refusals.tsx'
import { MediaStrip } from '../editor/media-strip.tsx'
import type { useUploads } from '../editor/uploads.ts'
import { FileDrop } from '../pieces/file-drop.tsx'
import { ChooseFromVault } from '../vault/vault-picker.tsx'

interface VideoFilesProps {
  uploads: ReturnType<typeof useUploads>
  staying: ReadonlySet<string>
  buyers: number | undefined
  disabled: boolean
  /** A video that is not open to everyone may show a piece of itself. */
  withTeaser: boolean
}

/** The video with its progress, its thumbnail and its teaser. */
export function VideoFiles({ uploads, staying, buyers, disabled, withTeaser }: VideoFilesProps) {
  const t = useT()
  const { take, refused } = useTaking(uploads)
  const main = uploads.items.filter(({ kind }) => kind === 'video')
  return (
    <>
      {main.length === 0 ? (
        <>
          <FileDrop
            accept={acceptOf('video')}
            disabled={disabled}
            label={t('studio.editor.dropVideo')}
            hint={t('studio.editor.dropVideoHint')}
            press={t('studio.composer.chooseOne')}
            onFiles={(files) => take(files.slice(0, 1), 'video')}
          />
          <div className="mt-1 flex justify-center">
            <ChooseFromVault uploads={uploads} kind="video" room={1} disabled={disabled} />
          </div>
        </>
      ) : (
        <MediaStrip items={main} uploads={uploads} staying={staying} buyers={buyers} />
      )}
      <Refusals files={refused} />
      {main.length > 0 ? (
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Cover uploads={uploads} video={main[0]} />
          {withTeaser ? <Teaser uploads={uploads} /> : null}
        </div>
      ) : null}
    </>
  )
}
