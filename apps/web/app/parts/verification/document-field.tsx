import { Camera, CircleAlert, FileCheck, Trash2, Upload } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { dot } from '../../ui/dot.ts'
import { useFieldError } from '../../ui/form.tsx'

const CameraDialog = lazy(() => import('./camera.tsx'))
const bytesMax = 15 * 1024 * 1024
/** As it is said everywhere. */
const saidBytes = 15_000_000
const accepted = 'image/jpeg,image/png,image/webp,image/heic,application/pdf'

interface DocumentFieldProps {
  name: string
  label: string
  hint: string
  /** Which way a phone's camera looks. */
  facing: 'user' | 'environment'
  required?: boolean
  /** What a reviewer requested, in the reviewer's own text. */
  reason?: string | undefined
  onChange?: (file: File | null) => void
}
const acceptedName = /\.(?:jpe?g|png|webp|hei[cf]|pdf)$/i
/** A type the browser does not know, as with HEIC on many systems, goes by its name. */
const isDocument = ({ type, name }: File) =>
  type ? accepted.split(',').includes(type) || type === 'image/heif' : acceptedName.test(name)

/** One image of a document: chosen, dropped, or taken with the camera. */
export function DocumentField({ name, label, hint, facing, required = true, reason, onChange }: DocumentFieldProps) {
  const t = useT()
  const { bytes } = useFormats()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [camera, setCamera] = useState(false)
  const refused = useFieldError(name)
  const error = wrong ?? refused

  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setPreview(null)
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])

  const take = (next: File | null) => {
    const wrong =
      next === null
        ? null
        : !isDocument(next)
          ? t('documents.wrongKind')
          : next.size > bytesMax
            ? t('documents.tooBig', { most: bytes(saidBytes) })
            : null
    setWrong(wrong)
    const usable = wrong ? null : next
    setFile(usable)
    onChange?.(usable)
    if (!input.current) return
    const transfer = new DataTransfer()
    if (usable) transfer.items.add(usable)
    input.current.files = transfer.files
  }

  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer.files[0] ?? null)
      }}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-3 rounded-lg bg-surface p-4 shadow-[inset_0_0_0_1px_var(--line)] has-focus-visible:shadow-[inset_0_0_0_1px_var(--line-control)]"
    >
      <span className="grid h-15 w-20 shrink-0 sm:row-span-2 sm:h-18 sm:w-24 place-items-center overflow-hidden rounded-sm bg-surface-2 text-ink-3">
        {preview ? (
          <img src={preview} alt="" width={96} height={72} className="size-full object-cover" />
        ) : file ? (
          <FileCheck className="icon size-6!" aria-hidden="true" />
        ) : (
          <DocumentOutline name={name} />
        )}
      </span>
      <div className="min-w-0">
        <label htmlFor={id} className="font-strong">
          {label}
          {required ? null : <span className="text-sm font-normal text-ink-3"> {t('documents.optional')}</span>}
        </label>
        <p id={`${id}-hint`} className="text-xs text-ink-3 wrap-anywhere">
          {file ? `${file.name}${dot}${bytes(file.size)}` : hint}
        </p>
        {reason ? (
          <p className="mt-1 text-sm text-token-text wrap-anywhere">{t('documents.requested', { why: reason })}</p>
        ) : null}
        {error ? (
          <p id={`${id}-error`} className="mt-1 flex gap-1.5 text-xs text-danger-text">
            <CircleAlert className="icon size-4!" aria-hidden="true" />
            {error}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-1.5 max-sm:col-span-2 sm:col-start-2">
        <input
          ref={input}
          id={id}
          type="file"
          name={name}
          accept={accepted}
          required={required}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onChange={(event) => take(event.currentTarget.files?.[0] ?? null)}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className={`${buttonClass('quiet', 'sm')} max-sm:px-2.5 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus`}
        >
          <Upload aria-hidden="true" />
          {file ? t('documents.replace') : t('documents.choose')}
        </label>
        <button
          type="button"
          onClick={() => setCamera(true)}
          className={`${buttonClass('quiet', 'sm')} max-sm:px-2.5 noscript:hidden`}
        >
          <Camera aria-hidden="true" />
          {t('documents.camera')}
        </button>
        {file ? (
          <IconButton label={t('documents.remove')} size="sm" onClick={() => take(null)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {camera ? (
        <Suspense>
          <CameraDialog
            facing={facing}
            label={label}
            onTake={(image) => (take(image), setCamera(false))}
            onClose={() => setCamera(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** What the image should show, rendered. */
function DocumentOutline({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 96 72" className="size-full" aria-hidden="true">
      {name === 'selfieWithId' ? (
        <>
          <circle cx="40" cy="27" r="12" className="fill-line-strong" />
          <path d="M16 72c0-17 11-26 24-26s24 9 24 26z" className="fill-line-strong" />
          <rect x="56" y="40" width="28" height="19" rx="3" className="fill-primary" />
          <circle cx="63.500" cy="48" r="3.500" className="fill-on-primary opacity-70" />
          <path d="M70 46h10M70 51h7" className="stroke-on-primary opacity-70" strokeWidth="2" strokeLinecap="round" />
        </>
      ) : name === 'address' || name === 'tax' ? (
        <>
          <path
            d="M28 10h29l11 11v41H28z"
            className="fill-primary-soft stroke-primary-edge"
            strokeWidth="1.500"
            strokeLinejoin="round"
          />
          <path d="M57 10v11h11" className="fill-none stroke-primary-edge" strokeWidth="1.500" strokeLinejoin="round" />
          <path
            d={
              name === 'tax'
                ? 'M35 31h26M35 39h26M35 47h12M55 47h6M55 54h6'
                : 'M35 24h14M35 31h10M35 42h26M35 49h26M35 56h17'
            }
            className="stroke-primary-text opacity-60"
            strokeWidth="2.500"
            strokeLinecap="round"
          />
        </>
      ) : (
        <>
          <rect
            x="17"
            y="17"
            width="62"
            height="39"
            rx="5"
            className="fill-primary-soft stroke-primary-edge"
            strokeWidth="1.500"
          />
          {name === 'idFront' ? (
            <>
              <rect x="23" y="24" width="17" height="21" rx="2" className="fill-line-strong" />
              <path
                d="M46 27h26M46 34h20M46 41h23M23 50h49"
                className="stroke-primary-text opacity-60"
                strokeWidth="2.500"
                strokeLinecap="round"
              />
            </>
          ) : (
            <>
              <path d="M17 26h62" className="stroke-ink-2" strokeWidth="7" />
              <path
                d="M24 40h34M24 47h26"
                className="stroke-primary-text opacity-60"
                strokeWidth="2.500"
                strokeLinecap="round"
              />
            </>
          )}
        </>
      )}
    </svg>
  )
}
