import { AudioLines, Image, Video } from 'lucide-react'
import { useT } from '../../i18n/context.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { clock } from '../posts/duration.ts'
import { ChooseFiles } from '../vault/choose-files.tsx'
import { imageOfFile, openFileOf, stateOf, type VaultFile } from '../vault/vault-files.ts'
import type { OutgoingFile } from './attachments.ts'

const kinds = { 'feed-photo': 'photo', 'feed-video': 'video', 'feed-audio': 'audio' } as const
const icons = { photo: Image, video: Video, audio: AudioLines }
const kindOf = ({ type }: VaultFile) => (type in kinds ? kinds[type as keyof typeof kinds] : null)

interface VaultDialogProps {
  /** Ids of files that the message has. */
  taken: readonly string[]
  /** How many more it takes. */
  room: number
  onAdd: (files: readonly OutgoingFile[]) => void
  onClose: () => void
}

/** Files of the vault for a message: photos, videos and audio, several at once. */
export function VaultDialog({ taken, room, onAdd, onClose }: VaultDialogProps) {
  const t = useT()
  const nameOf = (entry: VaultFile) => entry.name || t(`messages.${kindOf(entry) ?? 'photo'}`)
  const outgoing = (entry: VaultFile): OutgoingFile[] => {
    const kind = kindOf(entry)
    return kind
      ? [
          {
            fileId: entry._id,
            kind,
            name: nameOf(entry),
            image: imageOfFile(entry)?.src,
            alt: imageOfFile(entry)?.alt ?? undefined,
          },
        ]
      : []
  }
  return (
    <ChooseFiles
      words={{
        title: t('messages.vault'),
        search: t('messages.vaultSearch'),
        add: t('messages.vaultAdd'),
        more: t('messages.vaultMore'),
        empty: t('messages.vaultEmpty'),
        noMatch: t('messages.noMatch'),
        chosen: (count) => t('messages.vaultChosen', { count }),
      }}
      isListed={(entry) => kindOf(entry) !== null}
      refusal={(entry) =>
        taken.includes(entry._id) || !openFileOf(entry) || ['failed', 'blocked'].includes(stateOf(entry).status)
      }
      nameOf={nameOf}
      thumbnail={(entry) => <Thumbnail entry={entry} />}
      choose={(chosen, entry) => (chosen.length < room ? [...chosen, entry] : chosen)}
      onAdd={(chosen) => onAdd(chosen.flatMap(outgoing))}
      onClose={onClose}
    />
  )
}

function Thumbnail({ entry }: { entry: VaultFile }) {
  const Icon = icons[kindOf(entry) ?? 'photo']
  const image = imageOfFile(entry)
  const { durationMs } = stateOf(entry)
  return (
    <span className="relative block aspect-[4/3] overflow-hidden rounded-md bg-surface-3">
      {image ? (
        <ResponsiveImage source={image} alt={image.alt ?? ''} sizes="180px" className="size-full" />
      ) : (
        <span className="grid size-full place-items-center text-ink-3">
          <Icon className="icon size-8!" aria-hidden="true" />
        </span>
      )}
      {durationMs ? (
        <span className="num absolute start-2 bottom-2 inline-flex h-6 items-center gap-1 rounded-full bg-[rgb(24_19_16/.66)] px-2 text-xs font-strong text-white">
          <Icon className="icon size-3.5!" aria-hidden="true" />
          {clock(durationMs)}
        </span>
      ) : null}
    </span>
  )
}
