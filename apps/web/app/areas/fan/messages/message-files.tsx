import clsx from 'clsx'
import { CircleAlert, Image, LoaderCircle, Video as VideoIcon, Volume2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Audio } from '../../../parts/player/audio.tsx'
import { Video } from '../../../parts/player/video.tsx'
import { useWaveform } from '../../../parts/player/waveform.ts'
import { imageOf, type OpenFile, videoOf } from '../../../parts/posts/files.ts'
import { type ImageSource, ResponsiveImage } from '../../../ui/image.tsx'
import type { OutgoingFile } from '../../../parts/messages/attachments.ts'
import type { Message } from './message.ts'
import { localImages, refresh } from './threads.ts'

const Lightbox = lazy(async () => ({ default: (await import('../../../parts/posts/lightbox.tsx')).Lightbox }))

/** What a message shows and plays. Its addresses are renewed where they have run out. */
export function MessageFiles({ message }: { message: Message }) {
  const t = useT()
  const { conversationId, sequence } = message
  const files = message.files.flatMap((file) => (file.isLocked ? [] : [file as OpenFile]))
  const renewFile = async (fileId: string): Promise<OpenFile | null> => {
    const fresh = await refresh(conversationId, sequence)
    const found = fresh?.files.find((file) => !file.isLocked && file._id === fileId)
    return found && !found.isLocked ? (found as OpenFile) : null
  }
  const photos = files.flatMap((file) => {
    const localUrl = file.status === 'ready' ? undefined : localImages.get(file._id)
    const image = file.kind === 'photo' ? imageOf(localUrl ? { ...file, localUrl } : file) : null
    return image ? [{ ...image, id: file._id }] : []
  })
  return (
    <>
      {photos.length > 0 ? <Photos photos={photos} /> : null}
      {files.map((file) => {
        if (file.kind === 'photo' && photos.some(({ id }) => id === file._id)) return null
        const video = file.kind === 'video' ? videoOf(file) : null
        if (video)
          return (
            <div key={file._id} data-own-keys className="w-104 max-w-full [&>div]:mx-0! [&>div]:rounded-md">
              <Video
                video={video}
                title={t('messages.video')}
                renew={async () => {
                  const fresh = await renewFile(file._id)
                  return fresh && videoOf(fresh)
                }}
              />
            </div>
          )
        if (file.kind === 'audio' && file.audio)
          return <VoiceNote key={file._id} file={file} name={file.audio} renewFile={renewFile} />
        return (
          <Unready key={file._id} kind={file.kind} isBroken={file.status === 'failed' || file.status === 'blocked'} />
        )
      })}
    </>
  )
}

function VoiceNote({
  file,
  name,
  renewFile,
}: {
  file: OpenFile
  name: string
  renewFile: (fileId: string) => Promise<OpenFile | null>
}) {
  const t = useT()
  const peaks = useWaveform(file._id, file.waveform ? file.base + file.waveform : null)
  return (
    <div data-own-keys className="w-80 max-w-full">
      <Audio
        src={file.base + name}
        peaks={peaks}
        durationMs={file.durationMs ?? null}
        title={t('messages.voice')}
        renew={async () => {
          const fresh = await renewFile(file._id)
          return fresh && fresh.base + name
        }}
      />
    </div>
  )
}

const shownMax = 4
/** One photo in its shape, several in a grid; the rest is a number. A press opens them large. */
function Photos({ photos }: { photos: readonly (ImageSource & { id: string })[] }) {
  const t = useT()
  const [open, setOpen] = useState<number | null>(null)
  const [wanted, setWanted] = useState(false)
  const shown = photos.slice(0, shownMax)
  const more = photos.length - shown.length
  const only = photos.length === 1 ? photos[0] : undefined
  return (
    <div
      className={clsx(
        'grid max-w-full gap-0.5 overflow-hidden rounded-md',
        only ? 'w-80 grid-cols-1' : 'w-96 grid-cols-2',
      )}
    >
      {shown.map((photo, at) => (
        <button
          key={photo.id}
          type="button"
          onClick={() => (setWanted(true), setOpen(at))}
          style={only ? { aspectRatio: Math.min(1.9, Math.max(0.75, only.width / only.height)) } : undefined}
          className={clsx(
            'relative min-w-0 cursor-zoom-in focus-visible:-outline-offset-2',
            !only && 'aspect-square',
            shown.length === 3 && at === 0 && 'col-span-2 aspect-[2/1]!',
          )}
        >
          <span className="sr-only">
            {only ? t('post.openPhoto') : t('post.openPhotoOf', { at: at + 1, total: photos.length })}
          </span>
          <ResponsiveImage
            source={photo}
            alt={photo.alt ?? ''}
            sizes={only ? '320px' : '192px'}
            className="absolute inset-0 size-full"
          />
          {at === shownMax - 1 && more > 0 ? (
            <span className="num absolute inset-0 grid place-items-center bg-[rgb(24_19_16/.57)] text-xl font-bold text-white">
              <bdi dir="ltr">+{more}</bdi>
            </span>
          ) : null}
        </button>
      ))}
      {wanted ? (
        <Suspense>
          <Lightbox photos={photos} at={open} onChange={setOpen} alt={t('messages.photo')} />
        </Suspense>
      ) : null}
    </div>
  )
}

const kindIcons = { photo: Image, video: VideoIcon, audio: Volume2 }
/** A file that is still being prepared, or can't be shown. */
function Unready({ kind, isBroken }: { kind: string; isBroken: boolean }) {
  const t = useT()
  const Icon = kindIcons[kind as keyof typeof kindIcons] ?? Image
  return (
    <p role="status" className="flex items-center gap-2.5 rounded-lg bg-surface-2 px-4 py-3 text-sm text-ink-2">
      {isBroken ? <CircleAlert className="icon" aria-hidden="true" /> : <Icon className="icon" aria-hidden="true" />}
      {isBroken ? t('messages.broken') : t('messages.preparing')}
    </p>
  )
}

/** The files of a message that is on its way, as they are on this device. */
export function OutgoingFiles({ files }: { files: readonly OutgoingFile[] }) {
  const t = useT()
  return (
    <div className="flex flex-wrap justify-end gap-1">
      {files.map(({ fileId, kind, name, url, image }) =>
        kind === 'photo' && (url ?? image) ? (
          <img key={fileId} src={url ?? image} alt={name} className="h-32 w-auto max-w-full rounded-md object-cover" />
        ) : (
          <span
            key={fileId}
            className="inline-flex items-center gap-2 rounded-lg bg-surface-2 px-4 py-3 text-sm text-ink-2"
          >
            <LoaderCircle className="icon animate-spin" aria-hidden="true" />
            {t(kind === 'audio' ? 'messages.voice' : kind === 'video' ? 'messages.video' : 'messages.photo')}
          </span>
        ),
      )}
    </div>
  )
}
