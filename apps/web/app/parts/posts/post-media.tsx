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
      (file.kind === 'video' && !file.hls) ||
      (file.kind === 'audio' && !file.audio),
  )
  return (
    <>
      {photos.length ? <Photos photos={photos} alt={alt} eager={eager} /> : null}
      {files.map((file) => {
        const video = file.kind === 'video' ? videoOf(file, status) : null
        if (video)
          return <Video key={file._id} video={video} title={alt} renew={renewVideo(renewFile, file)} eager={eager} />
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
