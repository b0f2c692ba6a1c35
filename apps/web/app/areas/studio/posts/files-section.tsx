import { filesPerFeedMax } from '@fanlight/contract/limits'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { acceptOf, kindOf, refusedFile } from '../editor/accepted.ts'
import { Cover, Teaser } from '../editor/extra-files.tsx'
import { Refusals, useTaking } from '../editor/refusals.tsx'
import { MediaStrip } from '../editor/media-strip.tsx'
import { AddTile } from '../editor/add-tile.tsx'
import type { UploadItem, useUploads } from '../editor/uploads.ts'
import { FileDrop } from '../pieces/file-drop.tsx'
import { ChooseFromVault } from '../vault/vault-picker.tsx'

interface FilesSectionProps {
  uploads: ReturnType<typeof useUploads>
  staying: ReadonlySet<string>
  buyers: number | undefined
  disabled: boolean
  /** A video that is not open to everybody may show a piece of itself. */
  withTeaser: boolean
}
type Main = 'photo' | 'video' | 'audio'
export const isMain = (item: UploadItem): item is UploadItem & { kind: Main } =>
  item.kind === 'photo' || item.kind === 'video' || item.kind === 'audio'

/** The files of the post: photos in their order, or one video, or one audio file; with a cover and a teaser. */
export function FilesSection({ uploads, staying, buyers, disabled, withTeaser }: FilesSectionProps) {
  const t = useT()
  const { take, refused, setRefused } = useTaking(uploads)
  const [oneKind, setOneKind] = useState(false)
  const main = uploads.items.filter(isMain)
  const kind = main[0]?.kind

  const drop = (files: readonly File[]) => {
    const wanted = kind ?? files.map(kindOf).find((entry) => entry !== null)
    if (!wanted) {
      setOneKind(false)
      return setRefused(files.flatMap((file) => refusedFile(file, null) ?? []))
    }
    const unknown = files.flatMap((file) => (kindOf(file) === null ? (refusedFile(file, null) ?? []) : []))
    const alike = files.filter((file) => kindOf(file) === wanted)
    const room = wanted === 'photo' ? filesPerFeedMax - main.length : 1 - main.length
    setOneKind(alike.length + unknown.length < files.length || alike.length > room)
    take(alike.slice(0, Math.max(0, room)), wanted)
    setRefused((now) => [...now, ...unknown])
  }
  const hasRoom = main.length === 0 || (kind === 'photo' && main.length < filesPerFeedMax)
  const vault = (
    <ChooseFromVault
      uploads={uploads}
      kind={kind}
      room={kind === undefined || kind === 'photo' ? filesPerFeedMax - main.length : 0}
      disabled={disabled}
    />
  )
  return (
    <>
      {main.length === 0 ? (
        <>
          <FileDrop
            multiple
            accept={acceptOf('photo', 'video', 'audio')}
            disabled={disabled}
            label={t('studio.composer.drop')}
            hint={t('studio.editor.dropHint')}
            press={t('studio.composer.choose')}
            onFiles={drop}
          />
          <div className="mt-1 flex justify-center">{vault}</div>
        </>
      ) : (
        <MediaStrip
          items={main}
          uploads={uploads}
          staying={staying}
          buyers={buyers}
          hasCover
          {...(kind === 'photo' && { most: filesPerFeedMax })}
          add={
            hasRoom ? (
              <AddTile
                accept={acceptOf('photo')}
                label={t('studio.editor.morePhotos')}
                disabled={disabled}
                onFiles={drop}
              />
            ) : null
          }
          end={hasRoom ? vault : null}
        />
      )}
      <Refusals files={refused} oneKind={oneKind} />
      {kind === 'video' || kind === 'audio' ? (
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Cover uploads={uploads} video={kind === 'video' ? main[0] : undefined} />
          {withTeaser && kind === 'video' ? <Teaser uploads={uploads} /> : null}
        </div>
      ) : null}
    </>
  )
}
