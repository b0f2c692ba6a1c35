import { CircleAlert, Image, LoaderCircle, Video as VideoIcon, Volume2 } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Audio } from '../../../parts/player/audio.tsx'
import { Video } from '../../../parts/player/video.tsx'
import { useWaveform } from '../../../parts/player/waveform.ts'
import { imageOf, type OpenFile, videoOf } from '../../../parts/posts/files.ts'
import { PhotoTiles } from '../../../parts/posts/photo-tiles.tsx'
import type { OutgoingFile } from '../../../parts/messages/attachments.ts'
import type { Message } from './message.ts'
import { localImages, refresh } from './threads.ts'

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
      {photos.length > 0 ? (
        <PhotoTiles photos={photos} alt={t('messages.photo')} className={photos.length === 1 ? 'w-80' : 'w-96'} />
      ) : null}
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
