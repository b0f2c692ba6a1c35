import { messageFilesMax } from '@fanlight/contract/limits'
import { FolderOpen, ImagePlus } from 'lucide-react'
import { lazy, type ReactNode, startTransition, Suspense, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { acceptedTypes, fileKindOf, refusalOf } from './accepted-files.ts'
import { AttachmentStrip } from './attachment-strip.tsx'
import type { Attachments } from './attachments.ts'

const VaultDialog = lazy(async () => ({ default: (await import('./vault-dialog.tsx')).VaultDialog }))

/** Adds files that can be sent, as far as there is room, and says which can't. */
export function useAddFiles(attachments: Attachments): (chosen: readonly File[]) => void {
  const t = useT()
  return (chosen) => {
    const room = messageFilesMax - attachments.items.length
    const good = chosen.flatMap((file) => {
      const kind = fileKindOf(file)
      const refusal = refusalOf(file, kind)
      if (!refusal && kind) return [{ source: file, kind, name: file.name }]
      toast.refuse(t(`messages.file.${refusal ?? 'UNSUPPORTED_MEDIA'}`, { name: file.name }))
      return []
    })
    if (good.length > room) toast.refuse(t('messages.filesMax', { count: messageFilesMax }))
    attachments.add(good.slice(0, room))
  }
}

/** The files of a creator's message, and where more come from. */
export function AttachFiles({ attachments, children }: { attachments: Attachments; children?: ReactNode }) {
  const t = useT()
  const addFiles = useAddFiles(attachments)
  const [isVaultOpen, setVaultOpen] = useState(false)
  const room = messageFilesMax - attachments.items.length
  return (
    <>
      <AttachmentStrip attachments={attachments} />
      <div className="flex flex-wrap gap-2">
        <label
          className={`${buttonClass('quiet', 'sm')} cursor-pointer focus-within:outline-2 focus-within:outline-focus`}
        >
          <ImagePlus aria-hidden="true" />
          {t('messages.addFiles')}
          <input
            type="file"
            multiple
            accept={acceptedTypes}
            className="sr-only"
            onChange={(event) => {
              addFiles([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </label>
        <Button size="sm" disabled={room <= 0} onClick={() => startTransition(() => setVaultOpen(true))}>
          <FolderOpen aria-hidden="true" />
          {t('messages.vault')}
        </Button>
        {children}
      </div>
      {isVaultOpen ? (
        <Suspense>
          <VaultDialog
            taken={attachments.items.flatMap(({ fileId }) => fileId ?? [])}
            room={room}
            onAdd={attachments.addExisting}
            onClose={() => setVaultOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
