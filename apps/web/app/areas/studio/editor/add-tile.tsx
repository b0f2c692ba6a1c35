import { ImagePlus } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { FileDrop } from '../pieces/file-drop.tsx'

interface AddTileProps {
  accept: string
  /** What is added, for who can't see the tile. */
  label: string
  multiple?: boolean
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** At the end of the strip: adds more files. */
export function AddTile({ accept, label, multiple = true, disabled, onFiles }: AddTileProps) {
  const t = useT()
  return (
    <FileDrop
      className="size-28 shrink-0 rounded-md! border-solid! p-2! text-sm md:size-[102px]"
      small
      multiple={multiple}
      accept={accept}
      disabled={disabled}
      label={
        <>
          <span className="sr-only">{label}</span>
          <span aria-hidden="true">{t('studio.composer.add')}</span>
        </>
      }
      onFiles={onFiles}
    >
      <ImagePlus className="icon text-primary-text" aria-hidden="true" />
    </FileDrop>
  )
}
