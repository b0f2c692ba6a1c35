import { Eye, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { MediaFile } from '@fanlight/contract/media'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Video } from '../../../parts/player/video.tsx'
import { imageOf, isOpen, posterOf, videoOf } from '../../../parts/posts/files.ts'
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
      <p className="grid min-h-40 place-items-center gap-2 rounded-sm bg-surface-2 p-4 text-center text-xs text-ink-3">
        <ImageOff className="icon" aria-hidden="true" />
        {t('cases.noMedia')}
      </p>
    )
  if (!shown)
    return (
      <div className="grid min-h-40 place-items-center gap-2 rounded-sm bg-surface-2 p-4 text-center">
        <Button variant="outline" busy={working ? t('cases.showingMedia') : undefined} onClick={() => void show()}>
          <Eye aria-hidden="true" />
          {t('cases.showMedia')}
        </Button>
        <p className="text-2xs text-ink-3">{t('cases.mediaLogged')}</p>
      </div>
    )
  return (
    <ul className="grid max-h-60 gap-2 overflow-auto">
      {shown.filter(isOpen).map((file) => {
        const video = videoOf(file)
        const image = imageOf(file) ?? posterOf(file)
        return (
          <li key={file._id} className="overflow-hidden rounded-sm bg-surface-2">
            {video ? (
              <Video video={video} title={alt} />
            ) : image ? (
              <ResponsiveImage source={image} alt={image.alt || alt} sizes="240px" className="h-auto w-full" />
            ) : (
              <p className="p-3 text-xs text-ink-3">{file.kind}</p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
