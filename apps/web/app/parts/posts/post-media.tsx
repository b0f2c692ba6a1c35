import { useT } from '../../i18n/context.tsx'
import { Audio } from '../player/audio.tsx'
import { Video } from '../player/video.tsx'
import { useWaveform } from '../player/waveform.ts'
import { filesOf, videoOf, imageOf, isOpen, type OpenFile, type Post, previewOf } from './files.ts'
import { Photos } from './photos.tsx'

/** The same file with addresses that work now; null where this person may no longer see it. */
export type RenewFile = (fileId: string) => Promise<OpenFile | null>

/** The images, videos and audio of an open post. */
export function Media({ post, eager, renewFile }: { post: Post; eager: boolean; renewFile: RenewFile }) {
  const t = useT()
  const files = filesOf(post).filter(isOpen)
  const alt = post.title || t('post.titleOf.feed', { name: post.performer.name })
  const photos = files.flatMap((file) => {
    const image = file.kind === 'photo' ? imageOf(file) : null
    return image ? [{ ...image, id: file._id }] : []
  })
  const status = previewOf(post)
  const waiting = files.some(
    (file) =>
      (file.kind === 'photo' && imageOf(file) === null) ||
      (file.kind === 'video' && !file.hls && !file.localUrl) ||
      (file.kind === 'audio' && !file.audio && !file.localUrl),
  )
  return (
    <>
      {photos.length ? <Photos photos={photos} alt={alt} eager={eager} /> : null}
      {files.map((file) => {
        const video = file.kind === 'video' ? videoOf(file, status) : null
        if (!video && file.kind === 'video' && file.localUrl)
          return <LocalVideo key={file._id} src={file.localUrl} title={alt} />
        if (video)
          return <Video key={file._id} video={video} title={alt} renew={renewVideo(renewFile, file)} eager={eager} />
        if (file.kind === 'audio' && !file.audio && file.localUrl)
          return <audio key={file._id} src={file.localUrl} controls aria-label={alt} className="w-full" />
        if (file.kind === 'audio' && file.audio)
          return <OpenAudio key={file._id} file={file} name={file.audio} title={alt} renewFile={renewFile} />
        return null
      })}
      {waiting ? (
        <p role="status" className="rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
          {files.some(({ status }) => status === 'failed') ? t('post.broken') : t('post.processing')}
        </p>
      ) : null}
    </>
  )
}

/** A video on this device that is not uploaded yet, in a preview. */
export function LocalVideo({ src, title }: { src: string; title: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions come with the upload
    <video
      src={`${src}#t=0.1`}
      controls
      playsInline
      preload="metadata"
      aria-label={title}
      className="max-h-[70vh] w-full rounded-md bg-[#241d16]"
    />
  )
}

export const renewVideo =
  (renewFile: RenewFile, { _id }: OpenFile) =>
  async () => {
    const fresh = await renewFile(_id)
    return fresh ? videoOf(fresh) : null
  }

function OpenAudio({
  file,
  name,
  title,
  renewFile,
}: {
  file: OpenFile
  name: string
  title: string
  renewFile: RenewFile
}) {
  const peaks = useWaveform(file._id, file.waveform ? file.base + file.waveform : null)
  const renew = async () => {
    const fresh = await renewFile(file._id)
    return fresh ? fresh.base + name : null
  }
  return (
    <>
      <Audio src={file.base + name} peaks={peaks} durationMs={file.durationMs ?? null} title={title} renew={renew} />
      {file.alt ? (
        <p dir="auto" className="sr-only">
          {file.alt}
        </p>
      ) : null}
    </>
  )
}
