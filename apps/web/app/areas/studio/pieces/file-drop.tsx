import clsx from 'clsx'
import { Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { buttonClass } from '../../../ui/button.tsx'

interface FileDropProps {
  label: ReactNode
  hint?: ReactNode
  /** A word that looks like the button to press. */
  press?: ReactNode
  accept: string
  multiple?: boolean
  disabled?: boolean
  /** Beside other things: less room around it. */
  small?: boolean
  name?: string
  onFiles: (files: File[]) => void
  className?: string
  children?: ReactNode
}

/** An area to drop files, and a button for users who cannot drag. */
export function FileDrop({
  label,
  hint,
  press,
  accept,
  multiple = false,
  disabled = false,
  small = false,
  name,
  onFiles,
  className,
  children,
}: FileDropProps) {
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length) onFiles(multiple ? files : files.slice(0, 1))
  }
  return (
    <label
      className={clsx(
        'relative flex cursor-pointer flex-col items-center justify-center gap-1 rounded-lg border-2 border-dashed text-center transition-colors duration-(--fast) has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        small ? 'px-4 py-4' : 'px-5 py-8',
        over ? 'border-primary-text bg-primary-soft' : 'border-line-strong bg-surface hover:bg-surface-2',
        disabled && 'pointer-events-none opacity-55',
        className,
      )}
    >
      {/* Unseen, it covers the whole place, so that what is dropped anywhere falls on it. */}
      <input
        type="file"
        title=""
        name={name}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        className="absolute inset-0 cursor-pointer text-[0] opacity-0"
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
        onChange={(event) => (take(event.currentTarget.files), (event.currentTarget.value = ''))}
      />
      {children ?? (
        <span
          className={clsx(
            'grid place-items-center rounded-full bg-primary-soft text-primary-soft-ink',
            small ? 'size-8' : 'mb-1 size-11',
          )}
        >
          <Upload className={small ? 'icon size-4!' : 'icon'} aria-hidden="true" />
        </span>
      )}
      <span className="font-strong">{label}</span>
      {hint ? <span className="text-xs text-ink-3">{hint}</span> : null}
      {press ? <span className={clsx(buttonClass('primary'), 'mt-2.5')}>{press}</span> : null}
    </label>
  )
}
