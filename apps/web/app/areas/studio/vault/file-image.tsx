import { AudioLines, File, Video, Image as ImageIcon } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { clock } from '../../../parts/posts/duration.ts'
import { imageOfFile, stateOf, type VaultFile } from '../../../parts/vault/vault-files.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'

const icons = { photo: ImageIcon, video: Video, audio: AudioLines, file: File } as const

/** The image of a file, or how far it is, with its kind or its length. */
export function FileImage({ entry, sizes }: { entry: VaultFile; sizes: string }) {
  const t = useT()
  const image = imageOfFile(entry)
  const { status, progress, durationMs } = stateOf(entry)
  const Icon = icons[entry.kind]
  const isBroken = status === 'failed' || status === 'blocked'
  const isWorking = !isBroken && status !== 'ready'
  return (
    <span className="relative block aspect-[4/3] overflow-hidden rounded-md bg-surface-3">
      {image ? (
        <ResponsiveImage source={image} alt={image.alt ?? ''} sizes={sizes} className="size-full" />
      ) : (
        <span className="grid size-full place-items-center text-ink-3">
          <Icon className="icon size-8!" aria-hidden="true" />
        </span>
      )}
      <span className="num absolute start-2 bottom-2 inline-flex h-6 items-center gap-1 rounded-full bg-[rgb(24_19_16/.66)] px-2 text-xs font-strong text-white">
        <Icon className="icon size-3.5!" aria-hidden="true" />
        {isBroken
          ? t('studio.status.failed')
          : isWorking
            ? t('studio.status.processing')
            : durationMs !== null
              ? clock(durationMs)
              : t(`studio.vault.one.${entry.kind}`)}
      </span>
      {isWorking ? (
        <span className="absolute inset-x-0 bottom-0">
          <ProgressBar share={progress / 100} label={t('studio.editor.preparing', { name: entry.name })} />
        </span>
      ) : null}
    </span>
  )
}
