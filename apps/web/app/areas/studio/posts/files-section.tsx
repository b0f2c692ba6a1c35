import { filesPerFeedMax } from '@fanlight/contract/limits'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { acceptOf, kindOf, refusedFile } from '../editor/accepted.ts'
import { Cover, Teaser } from '../editor/extra-files.tsx'
import { Refusals, useTaking } from '../editor/refusals.tsx'
import { UploadList } from '../editor/upload-list.tsx'
import type { UploadItem, useUploads } from '../editor/uploads.ts'
import { FileDrop } from '../pieces/file-drop.tsx'
import { ChooseFromVault } from '../vault/vault-picker.tsx'

interface FilesSectionProps {
  uploads: ReturnType<typeof useUploads>
  staying: ReadonlySet<string>
  disabled: boolean
  /** A video that is not open to everybody may show a piece of itself. */
  withTeaser: boolean
  /** Absent where a poll is no longer possible. */
  onPoll: (() => void) | undefined
}
type Main = 'photo' | 'video' | 'audio'
export const isMain = (item: UploadItem): item is UploadItem & { kind: Main } =>
  item.kind === 'photo' || item.kind === 'video' || item.kind === 'audio'

/** The files of the post: photos in their order, or one video, or one audio file; with a cover and a teaser. */
export function FilesSection({ uploads, staying, disabled, withTeaser, onPoll }: FilesSectionProps) {
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
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div className="mb-3 flex min-h-9 items-center justify-between gap-3">
        <h2 className="text-lg">{t('studio.editor.files')}</h2>
        {main.length === 0 && onPoll ? (
          <Button size="sm" variant="ghost" onClick={onPoll}>
            <ListChecks aria-hidden="true" />
            {t('studio.editor.makePoll')}
          </Button>
        ) : null}
      </div>
      <UploadList items={main} uploads={uploads} staying={staying} />
      {main.length === 0 || (kind === 'photo' && main.length < filesPerFeedMax) ? (
        <FileDrop
          className={main.length ? 'mt-2 flex-row! gap-2! py-3.5!' : ''}
          small={main.length > 0}
          multiple
          accept={kind ? acceptOf(kind) : acceptOf('photo', 'video', 'audio')}
          disabled={disabled}
          label={main.length ? t('studio.editor.morePhotos') : t('studio.editor.drop')}
          hint={main.length ? undefined : t('studio.editor.dropHint')}
          onFiles={drop}
        />
      ) : null}
      <ChooseFromVault
        uploads={uploads}
        kind={kind}
        room={kind === undefined || kind === 'photo' ? filesPerFeedMax - main.length : 0}
        disabled={disabled}
      />
      <Refusals files={refused} oneKind={oneKind} />
      {kind ? (
        <div className="mt-4 grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
          <Cover
            uploads={uploads}
            video={kind === 'video' ? main[0] : undefined}
            onTake={(files) => take(files, 'thumbnail')}
          />
          {withTeaser && kind === 'video' ? (
            <Teaser uploads={uploads} onTake={(files) => take(files, 'teaser')} />
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
