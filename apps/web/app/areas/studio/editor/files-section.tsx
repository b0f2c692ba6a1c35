import { Image, ListChecks, Video } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../pieces/file-drop.tsx'
import { acceptOf, kindOf, photosMax, type RefusedFile, refusedFile } from './accepted.ts'
import { UploadList } from './upload-list.tsx'
import type { UploadItem, UploadKind, useUploads } from './uploads.ts'

const FramePicker = lazy(() => import('./frame-picker.tsx'))

interface FilesSectionProps {
  uploads: ReturnType<typeof useUploads>
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
export function FilesSection({ uploads, disabled, withTeaser, onPoll }: FilesSectionProps) {
  const t = useT()
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [oneKind, setOneKind] = useState(false)
  const main = uploads.items.filter(isMain)
  const kind = main[0]?.kind

  const take = (files: readonly File[], as: UploadKind) => {
    const wrong = files.flatMap((file) => refusedFile(file, as) ?? [])
    const good = files.filter((file) => !refusedFile(file, as))
    setRefused(wrong)
    if (good.length) uploads.add(good, as)
  }
  const drop = (files: readonly File[]) => {
    const wanted = kind ?? files.map(kindOf).find((entry) => entry !== null)
    if (!wanted) {
      setOneKind(false)
      return setRefused(files.flatMap((file) => refusedFile(file, null) ?? []))
    }
    const unknown = files.flatMap((file) => (kindOf(file) === null ? (refusedFile(file, null) ?? []) : []))
    const alike = files.filter((file) => kindOf(file) === wanted)
    const room = wanted === 'photo' ? photosMax - main.length : 1 - main.length
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
      <UploadList items={main} uploads={uploads} />
      {main.length === 0 || (kind === 'photo' && main.length < photosMax) ? (
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
      <Refusals files={refused} oneKind={oneKind} />
      {kind ? (
        <div className="mt-4 grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
          <Cover
            uploads={uploads}
            video={kind === 'video' ? main[0] : undefined}
            onTake={(files) => take(files, 'thumbnail')}
          />
          {withTeaser && kind === 'video' ? (
            <Extra title={t('studio.editor.teaser')} kind="teaser" uploads={uploads}>
              <FileDrop
                accept={acceptOf('video')}
                small
                label={t('studio.editor.chooseTeaser')}
                hint={t('studio.editor.teaserHint')}
                onFiles={(files) => take(files.slice(0, 1), 'teaser')}
              >
                <Video className="icon text-ink-3" aria-hidden="true" />
              </FileDrop>
            </Extra>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

function Extra({
  title,
  kind,
  uploads,
  children,
}: {
  title: string
  kind: UploadKind
  uploads: FilesSectionProps['uploads']
  children: React.ReactNode
}) {
  const items = uploads.items.filter((item) => item.kind === kind)
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-sans text-sm font-semibold tracking-normal">{title}</h3>
      {items.length ? <UploadList items={items} uploads={uploads} /> : children}
    </div>
  )
}

/** The image that represents the post: a file, or a frame of the video on this device. */
function Cover({
  uploads,
  video,
  onTake,
}: {
  uploads: FilesSectionProps['uploads']
  video: UploadItem | undefined
  onTake: (files: readonly File[]) => void
}) {
  const t = useT()
  const [picking, setPicking] = useState(false)
  return (
    <Extra title={t('studio.editor.thumbnail')} kind="thumbnail" uploads={uploads}>
      <FileDrop
        accept={acceptOf('photo')}
        small
        label={t('studio.editor.chooseThumbnail')}
        hint={t('studio.editor.thumbnailHint')}
        onFiles={(files) => onTake(files.slice(0, 1))}
      >
        <Image className="icon text-ink-3" aria-hidden="true" />
      </FileDrop>
      {video?.source ? (
        <Button size="sm" variant="ghost" className="mt-1.5" onClick={() => setPicking(true)}>
          {t('studio.editor.takeFrame')}
        </Button>
      ) : null}
      {picking && video?.source ? (
        <Suspense>
          <FramePicker
            video={video.source}
            onTake={(image) => (onTake([image]), setPicking(false))}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      ) : null}
    </Extra>
  )
}

function Refusals({ files, oneKind }: { files: readonly RefusedFile[]; oneKind: boolean }) {
  const t = useT()
  const { bytes } = useFormats()
  return (
    <div role="alert" className="text-xs text-danger-text">
      {files.map(({ name, code, saidBytesMax }) => (
        <p key={name} className="mt-2 [overflow-wrap:anywhere]">
          <bdi className="font-semibold">{name}</bdi>{' '}
          {code === 'TOO_LARGE'
            ? t('studio.refused.TOO_LARGE', { most: bytes(saidBytesMax) })
            : t(code === 'FILE_EMPTY' ? 'studio.refused.FILE_EMPTY' : 'studio.refused.UNSUPPORTED_MEDIA')}
        </p>
      ))}
      {oneKind ? <p className="mt-2">{t('studio.editor.oneKind', { count: photosMax })}</p> : null}
    </div>
  )
}
