import { useT } from '../../i18n/context.tsx'
import { Sound } from '../player/sound.tsx'
import { Video } from '../player/video.tsx'
import { useWaveform } from '../player/waveform.ts'
import { filesOf, filmOf, isOpen, type OpenFile, pictureOf, type Post, previewOf } from './files.ts'
import { Photos } from './photos.tsx'

/** The same file with addresses that work now; null where this person may no longer see it. */
export type RenewFile = (fileId: string) => Promise<OpenFile | null>

/** The pictures, films and sounds of an open post. */
export function Media({ post, eager, renewFile }: { post: Post; eager: boolean; renewFile: RenewFile }) {
  const t = useT()
  const files = filesOf(post).filter(isOpen)
  const alt = post.title || t('post.titleOf', { name: post.performer.name })
  const photos = files.flatMap((file) => {
    const picture = file.kind === 'photo' ? pictureOf(file.sources, file.averageColor) : null
    return picture ? [{ ...picture, id: file._id }] : []
  })
  const stand = previewOf(post)
  const waiting = files.some(
    (file) =>
      (file.kind === 'photo' && file.sources.length === 0) ||
      (file.kind === 'video' && !file.hls) ||
      (file.kind === 'audio' && !file.sound),
  )
  return (
    <>
      {photos.length ? <Photos photos={photos} alt={alt} eager={eager} /> : null}
      {files.map((file) => {
        const film = file.kind === 'video' ? filmOf(file, stand) : null
        if (film)
          return <Video key={file._id} film={film} title={alt} renew={renewFilm(renewFile, file)} eager={eager} />
        if (file.kind === 'audio' && file.sound)
          return <OpenSound key={file._id} file={file} src={file.sound} title={alt} renewFile={renewFile} />
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

export const renewFilm =
  (renewFile: RenewFile, { _id }: OpenFile) =>
  async () => {
    const fresh = await renewFile(_id)
    return fresh ? filmOf(fresh) : null
  }

function OpenSound({
  file,
  src,
  title,
  renewFile,
}: {
  file: OpenFile
  src: string
  title: string
  renewFile: RenewFile
}) {
  const peaks = useWaveform(file._id, file.waveform)
  const renew = async () => (await renewFile(file._id))?.sound ?? null
  return <Sound src={src} peaks={peaks} durationMs={file.durationMs} title={title} renew={renew} />
}
