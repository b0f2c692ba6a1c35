import type { UploadProgress } from '../api/upload.ts'
import { useFormats, useT } from '../i18n/context.tsx'

/** A share of something, 0 to 1, with its name. */
export function ProgressBar({ share, label }: { share: number; label: string }) {
  const percent = Math.round(Math.max(0, Math.min(1, share)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-surface-3"
    >
      <div
        className="h-full origin-left rounded-full bg-primary transition-transform duration-(--base) ease-fan rtl:origin-right"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  )
}

/** An upload in bytes and seconds left. */
export function UploadBar({ progress, label }: { progress: UploadProgress; label: string }) {
  const t = useT()
  const { bytes, seconds } = useFormats()
  const { sentBytes, totalBytes, secondsLeft } = progress
  const done = sentBytes >= totalBytes && totalBytes > 0
  return (
    <div>
      <ProgressBar share={totalBytes ? sentBytes / totalBytes : 0} label={label} />
      <p className="num mt-1.5 flex justify-between gap-3 text-xs text-ink-3">
        <span>
          {done ? t('ui.upload.checking') : t('ui.upload.sent', { sent: bytes(sentBytes), total: bytes(totalBytes) })}
        </span>
        {!done && secondsLeft !== null ? <span>{t('ui.upload.left', { time: seconds(secondsLeft) })}</span> : null}
      </p>
    </div>
  )
}
