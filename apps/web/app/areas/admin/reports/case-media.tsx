import { Eye, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { MediaFile } from '@fanlight/contract/media'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Audio } from '../../../parts/player/audio.tsx'
import { Video } from '../../../parts/player/video.tsx'
import { useWaveform } from '../../../parts/player/waveform.ts'
import { imageOf, isOpen, type OpenFile, posterOf, videoOf } from '../../../parts/posts/files.ts'
import { PhotoTiles } from '../../../parts/posts/photo-tiles.tsx'
import { Button } from '../../../ui/button.tsx'
import { ResponsiveImage } from '../../../ui/image.tsx'
import type { StaffReport } from './report.tsx'

interface CaseMediaProps {
  id: string
  files: StaffReport['snapshot']['files']
  alt: string
}

/** The files of a reported target. They are fetched when staff request them, and each request is logged. */
export function CaseMedia({ id, files, alt }: CaseMediaProps) {
  const t = useT()
  const { send, working } = useMutation({ toasts: true })
  const [shown, setShown] = useState<MediaFile[] | null>(null)
  const show = async () => {
    const reply = await send('POST /admin/reports/:id/media', { params: { id } })
    if (reply) setShown(reply.data as MediaFile[])
  }
  if (files.length === 0)
    return (
      <p className="grid min-h-40 place-content-center place-items-center gap-2 rounded-sm bg-surface-2 p-4 text-center text-xs text-ink-3">
        <ImageOff className="icon" aria-hidden="true" />
        {t('cases.noMedia')}
      </p>
    )
  if (!shown)
    return (
      <div className="grid min-h-40 place-content-center place-items-center gap-2 rounded-sm bg-surface-2 p-4 text-center">
        <Button variant="outline" busy={working ? t('cases.showingMedia') : undefined} onClick={() => void show()}>
          <Eye aria-hidden="true" />
          {t('cases.showMedia')}
        </Button>
        <p className="text-2xs text-ink-3">{t('cases.mediaLogged')}</p>
      </div>
    )
  const open = shown.filter(isOpen)
  const photos = open.flatMap((file) => {
    const image = file.kind === 'photo' ? imageOf(file) : null
    return image ? [{ ...image, id: file._id }] : []
  })
  return (
    <div className="grid content-start gap-2">
      {photos.length > 0 ? <PhotoTiles photos={photos} alt={alt} /> : null}
      {open.map((file) => {
        if (photos.some(({ id: shownId }) => shownId === file._id)) return null
        const video = videoOf(file)
        if (video)
          return (
            <div key={file._id} className="[&>div]:mx-0! [&>div]:rounded-sm">
              <Video video={video} title={alt} />
            </div>
          )
        if (file.audio) return <CaseAudio key={file._id} file={file} name={file.audio} title={alt} />
        const poster = posterOf(file)
        return poster ? (
          <ResponsiveImage
            key={file._id}
            source={poster}
            alt={poster.alt || alt}
            sizes="240px"
            className="h-auto w-full rounded-sm"
          />
        ) : (
          <p key={file._id} className="rounded-sm bg-surface-2 p-3 text-xs text-ink-3">
            {t('cases.notPlayable')}
          </p>
        )
      })}
    </div>
  )
}

function CaseAudio({ file, name, title }: { file: OpenFile; name: string; title: string }) {
  const peaks = useWaveform(file._id, file.waveform ? file.base + file.waveform : null)
  return <Audio src={file.base + name} peaks={peaks} durationMs={file.durationMs ?? null} title={title} />
}
