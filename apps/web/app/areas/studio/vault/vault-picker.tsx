import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { ChooseFiles } from '../../../parts/vault/choose-files.tsx'
import { stateOf, type VaultFile } from '../../../parts/vault/vault-files.ts'
import { Button } from '../../../ui/button.tsx'
import { purposeOf, type UploadKind, type useUploads } from '../editor/uploads.ts'
import { FileImage } from './file-image.tsx'
import { isInGallery, uploadOf } from './vault-files.ts'

interface PickerProps {
  uploads: Pick<ReturnType<typeof useUploads>, 'addExisting' | 'items'>
  /** One kind of file, or all that the item may be made of. */
  kind: UploadKind | undefined
  /** How many more it takes. */
  room: number
  disabled?: boolean
  /** A gallery takes no photo of another gallery. */
  forGallery?: boolean
  className?: string
}

/** Opens the vault beside the place where files are dropped: what is uploaded already is not uploaded again. */
export function ChooseFromVault(props: PickerProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className={props.className}
        disabled={props.disabled || props.room <= 0}
        onClick={() => setOpen(true)}
      >
        <FolderOpen aria-hidden="true" />
        {t('studio.vault.choose')}
      </Button>
      {open ? <Picker {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** What posts, galleries, videos and products are made of: not covers and teasers, which belong to one video. */
const mainTypes = new Set(['feed-photo', 'feed-video', 'feed-audio', 'product-file'])

function Picker({ uploads, kind, room, forGallery = false, onClose }: PickerProps & { onClose: () => void }) {
  const t = useT()
  return (
    <ChooseFiles
      words={{
        title: t('studio.vault.choose'),
        search: t('studio.vault.search'),
        add: t('studio.vault.add'),
        more: t('studio.vault.loadMore'),
        empty: t('studio.vault.noMatch'),
        noMatch: t('studio.vault.noMatch'),
        chosen: (count) => t('studio.vault.selected', { count }),
      }}
      type={kind && purposeOf(kind)}
      isListed={({ type }) => kind !== undefined || mainTypes.has(type)}
      refusal={(entry) =>
        forGallery && isInGallery(entry)
          ? t('studio.vault.inGallery')
          : uploads.items.some(({ fileId }) => fileId === entry._id) ||
            ['failed', 'blocked'].includes(stateOf(entry).status)
      }
      nameOf={(entry) => entry.name || t(`studio.vault.one.${entry.kind}`)}
      thumbnail={(entry) => <FileImage entry={entry} sizes="180px" />}
      choose={(chosen, entry) => chosenWith(chosen, entry, room)}
      onAdd={(chosen) => uploads.addExisting(chosen.flatMap(uploadOf))}
      onClose={onClose}
    />
  )
}

/** Several photos go together; a file of another kind stands alone. */
function chosenWith(chosen: readonly VaultFile[], entry: VaultFile, room: number): readonly VaultFile[] {
  const arePhotos = [...chosen, entry].every(({ type }) => type === 'feed-photo')
  if (!arePhotos || room === 1) return [entry]
  return chosen.length < room ? [...chosen, entry] : chosen
}
