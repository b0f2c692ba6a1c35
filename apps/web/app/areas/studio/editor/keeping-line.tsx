import clsx from 'clsx'
import { CircleCheck, CloudOff } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Keeping } from './use-autosave.ts'

/** Where what is written is now: on the server since when, on its way, or on this device alone. */
export function KeepingLine({
  keeping,
  savedAt,
  status,
  onRetry,
}: {
  keeping: Keeping
  savedAt: Date | null
  /** What it is, as text, while there is nothing else to say. */
  status: string
  onRetry: () => void
}) {
  const t = useT()
  const { time } = useFormats()
  const isAway = keeping === 'offline' || keeping === 'device' || keeping === 'failed'
  const word =
    keeping === 'saving'
      ? t('ui.saving')
      : keeping === 'saved' && savedAt
        ? t('studio.composer.savedAt', { at: time(savedAt) })
        : isAway
          ? t(`studio.composer.keeping.${keeping}`)
          : status
  return (
    <div className="num flex min-w-0 items-center gap-1.5">
      {keeping === 'saved' ? (
        <CircleCheck className="icon size-4! shrink-0 text-success-text" aria-hidden="true" />
      ) : isAway ? (
        <CloudOff
          // The words and the button need a phone's whole width.
          className={clsx('icon size-4! shrink-0 text-token-text', keeping === 'failed' && 'max-md:hidden')}
          aria-hidden="true"
        />
      ) : null}
      <p role="status" className="line-clamp-2 md:line-clamp-1">
        {word}
      </p>
      {keeping === 'failed' ? (
        <button type="button" className="link shrink-0 pointer-coarse:min-h-11" onClick={onRetry}>
          {t('ui.retry')}
        </button>
      ) : null}
    </div>
  )
}
