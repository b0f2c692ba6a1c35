import { ImageUp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { upload, type UploadProgress } from '../../../api/upload.ts'
import { useT } from '../../../i18n/context.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { useFieldError } from '../../../ui/form.tsx'
import { UploadBar } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.tsx'

interface ImageFieldProps {
  label: string
  name: string
  value: string
  /** Where the saved image is. */
  shown: string | null
  use: 'logo' | 'icon' | 'image' | 'promo'
  /** The image's file, once it can be shown. */
  onChange: (fileId: string) => void
}
const pollEveryMs = 700
const pollsMax = 120

/** An image that staff upload. It counts once it was read and written anew, which takes a moment. */
export function ImageField({ label, name, value, shown, use, onChange }: ImageFieldProps) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const wrong = useFieldError(name)
  const [preview, setPreview] = useState<{ url: string; for: string | null } | null>(null)
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [waiting, setWaiting] = useState(false)
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview.url)), [preview])

  const send = async (file: File | undefined) => {
    if (!file || progress || waiting) return
    const url = URL.createObjectURL(file)
    setPreview({ url, for: null })
    setProgress({ sentBytes: 0, totalBytes: file.size, secondsLeft: null })
    try {
      const sending = { files: { image: file }, onProgress: setProgress }
      const { data } = await (use === 'promo'
        ? upload('POST /admin/promos/images', sending)
        : upload('POST /admin/settings/images/:use', { params: { use }, ...sending }))
      setProgress(null)
      setWaiting(true)
      await untilReady(data._id)
      setPreview({ url, for: data._id })
      onChange(data._id)
    } catch (error) {
      setPreview(null)
      if (error instanceof UnusableImage) toast.error('site.image.failed')
      else toast.problem(error)
    } finally {
      setProgress(null)
      setWaiting(false)
      if (input.current) input.current.value = ''
    }
  }
  // What was chosen and then discarded is not what counts.
  const own = preview && (preview.for === null || value.endsWith(preview.for)) ? preview.url : null
  const image = own ?? shown
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <span className="grid bg-surface-2 h-16 min-w-16 place-items-center overflow-hidden rounded-sm p-1.5 ring-1 ring-line">
          {image ? (
            <img src={image} alt={t('site.image.now', { name: label })} className="max-h-13 max-w-36 object-contain" />
          ) : (
            <ImageUp className="icon text-ink-3" aria-hidden="true" />
          )}
        </span>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/png,image/webp,image/jpeg,image/avif,image/gif,image/heic"
          className="peer sr-only"
          aria-describedby={wrong ? `${id}-error` : undefined}
          aria-invalid={Boolean(wrong) || undefined}
          onChange={(event) => void send(event.currentTarget.files?.[0])}
        />
        <label
          htmlFor={id}
          className={`${buttonClass('quiet', 'sm')} peer-focus-visible:outline-2 peer-focus-visible:outline-focus`}
        >
          {t('site.image.choose')}
          <span className="sr-only">: {label}</span>
        </label>
      </div>
      {progress ? <UploadBar progress={progress} label={t('site.image.sending')} /> : null}
      {waiting ? (
        <p role="status" className="text-xs text-ink-3">
          {t('site.image.waiting')}
        </p>
      ) : null}
      {wrong ? (
        <p id={`${id}-error`} className="text-xs text-danger-text">
          {wrong}
        </p>
      ) : null}
    </div>
  )
}

async function untilReady(id: string): Promise<void> {
  for (let poll = 0; poll < pollsMax; poll++) {
    const { data } = await call('GET /files/:id/status', { params: { id } })
    if (data.status === 'ready') return
    if (data.errorCode) throw new UnusableImage()
    await new Promise((done) => setTimeout(done, pollEveryMs))
  }
  throw new UnusableImage()
}

class UnusableImage extends Error {}
