import { call } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { SaveButton } from '../../../parts/media/save-button.tsx'
import { Audio } from '../../../parts/player/audio.tsx'
import { Video } from '../../../parts/player/video.tsx'
import { useWaveform } from '../../../parts/player/waveform.ts'
import { type OpenFile, videoOf } from '../../../parts/posts/files.ts'
import { imageOfFile, openFileOf, type VaultFile } from '../../../parts/vault/vault-files.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { dot } from '../../../ui/dot.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'

/** Whether a file can be looked at or listened to. Those of products are kept as they are. */
export const canOpen = (entry: VaultFile): boolean => {
  const file = openFileOf(entry)
  return file !== null && (imageOfFile(entry) !== null || videoOf(file) !== null || Boolean(file.audio))
}

/** A file of one's own, large. */
export function FileWindow({ entry, onClose }: { entry: VaultFile; onClose: () => void }) {
  const t = useT()
  const { bytes, dateTime } = useFormats()
  const file = openFileOf(entry)
  const name = entry.name || t(`studio.vault.one.${entry.kind}`)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      width={880}
      title={<bdi className="wrap-anywhere">{name}</bdi>}
      description={`${bytes(entry.bytes)}${dot}${dateTime(entry.createdAt)}`}
    >
      {file ? <Shown entry={entry} file={file} name={name} /> : null}
      {entry.canDownload ? (
        <div className="mt-4 flex justify-end">
          <SaveButton link={() => call('GET /performer/files/:id/download-link', { params: { id: entry._id } })}>
            {t('studio.vault.download')}
          </SaveButton>
        </div>
      ) : null}
    </Dialog>
  )
}

function Shown({ entry, file, name }: { entry: VaultFile; file: OpenFile; name: string }) {
  const fresh = async (): Promise<OpenFile | null> => {
    const { data } = await call('GET /performer/files', { query: { q: entry.name.slice(0, 100), pageSize: 100 } })
    const found = data.find(({ _id }) => _id === entry._id)
    return found ? openFileOf(found) : null
  }
  const video = videoOf(file)
  if (video)
    return (
      <div className="[&>div]:mx-0! [&>div]:rounded-md">
        <Video
          video={video}
          title={name}
          renew={async () => {
            const next = await fresh()
            return next && videoOf(next)
          }}
        />
      </div>
    )
  if (file.audio) return <Sound file={file} audio={file.audio} name={name} fresh={fresh} />
  const image = imageOfFile(entry)
  return image ? (
    <ResponsiveImage
      source={image}
      alt={image.alt ?? ''}
      sizes="(min-width: 960px) 830px, 92vw"
      className="mx-auto max-h-[70dvh] rounded-md [&_img]:max-h-[70dvh] [&_img]:w-full [&_img]:object-contain"
    />
  ) : null
}

interface SoundProps {
  file: OpenFile
  audio: string
  name: string
  fresh: () => Promise<OpenFile | null>
}
function Sound({ file, audio, name, fresh }: SoundProps) {
  const peaks = useWaveform(file._id, file.waveform ? file.base + file.waveform : null)
  return (
    <Audio
      src={file.base + audio}
      peaks={peaks}
      durationMs={file.durationMs ?? null}
      title={name}
      renew={async () => {
        const next = await fresh()
        return next && next.base + audio
      }}
    />
  )
}
