import { Image, Video } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../pieces/file-drop.tsx'
import { acceptOf } from './accepted.ts'
import { Refusals, useTaking } from './refusals.tsx'
import { MediaStrip } from './media-strip.tsx'
import type { UploadItem, UploadKind, useUploads } from './uploads.ts'

const FramePicker = lazy(() => import('./frame-picker.tsx'))

type Uploads = ReturnType<typeof useUploads>

/** A short open video for those without access. */
export function Teaser({ uploads }: { uploads: Uploads }) {
  const t = useT()
  const { take, refused } = useTaking(uploads)
  return (
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
      <Refusals files={refused} />
    </Extra>
  )
}

interface ExtraFrameProps {
  title: string
  kind: UploadKind
  uploads: Uploads
  children: ReactNode
}
function Extra({ title, kind, uploads, children }: ExtraFrameProps) {
  const items = uploads.items.filter((item) => item.kind === kind)
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-sans text-sm font-semibold tracking-normal">{title}</h3>
      {items.length ? <MediaStrip items={items} uploads={uploads} /> : children}
    </div>
  )
}

/** The image that represents the item: a file, or a frame of the video on this device. */
export function Cover({ uploads, video }: { uploads: Uploads; video: UploadItem | undefined }) {
  const t = useT()
  const { take, refused } = useTaking(uploads)
  const [picking, setPicking] = useState(false)
  return (
    <Extra title={t('studio.editor.thumbnail')} kind="thumbnail" uploads={uploads}>
      <FileDrop
        accept={acceptOf('photo')}
        small
        label={t('studio.editor.chooseThumbnail')}
        hint={t('studio.editor.thumbnailHint')}
        onFiles={(files) => take(files.slice(0, 1), 'thumbnail')}
      >
        <Image className="icon text-ink-3" aria-hidden="true" />
      </FileDrop>
      <Refusals files={refused} />
      {video?.source ? (
        <Button size="sm" variant="ghost" className="mt-1.5" onClick={() => setPicking(true)}>
          {t('studio.editor.takeFrame')}
        </Button>
      ) : null}
      {picking && video?.source ? (
        <Suspense>
          <FramePicker
            video={video.source}
            onTake={(image) => (take([image], 'thumbnail'), setPicking(false))}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      ) : null}
    </Extra>
  )
}
