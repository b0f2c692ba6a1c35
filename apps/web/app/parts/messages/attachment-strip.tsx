import clsx from 'clsx'
import { CircleAlert, File, Image, Pencil, RotateCw, Video, Volume2, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { useProblemText } from '../../ui/form.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import type { Attachment, Attachments } from './attachments.ts'

const DescribeDialog = lazy(async () => ({ default: (await import('./describe-dialog.tsx')).DescribeDialog }))

const icons = { photo: Image, video: Video, audio: Volume2 }

/** The files that go with the next message, how far each is, and the way to leave one out. */
export function AttachmentStrip({ attachments }: { attachments: Attachments }) {
  const t = useT()
  if (attachments.items.length === 0) return null
  return (
    <ul aria-label={t('messages.attached')} className="flex gap-2 overflow-x-auto px-1 pb-2.5">
      {attachments.items.map((item) => (
        <li key={item.localId}>
          <AttachmentTile item={item} attachments={attachments} />
        </li>
      ))}
    </ul>
  )
}

function AttachmentTile({ item, attachments }: { item: Attachment; attachments: Attachments }) {
  const t = useT()
  const { bytes } = useFormats()
  const problemText = useProblemText()
  const { localId, kind, name, url, progress, problem, fileId, alt = '' } = item
  const [isDescribing, setDescribing] = useState(false)
  const image = item.image ?? (kind === 'photo' ? url : undefined)
  const Icon = icons[kind] ?? File
  const round =
    'absolute grid size-7 place-items-center rounded-full bg-[rgb(24_19_16/.66)] text-white focus-visible:rounded-full pointer-coarse:size-9'
  return (
    <div className="relative size-22 overflow-hidden rounded-md bg-surface-2 ring-1 ring-line">
      {image ? (
        <img src={image} alt={alt || name} className="size-full object-cover" />
      ) : kind === 'video' && url ? (
        <video src={url} muted preload="metadata" aria-label={name} className="size-full object-cover" />
      ) : (
        <span className="grid size-full place-items-center text-ink-3">
          <Icon className="icon size-7!" aria-hidden="true" />
          <span className="sr-only">{name}</span>
        </span>
      )}
      {problem ? (
        <span
          className="absolute inset-0 grid place-items-center bg-danger-soft/90 p-1.5 text-center text-2xs text-danger-soft-ink"
          role="alert"
        >
          <span className="line-clamp-3 wrap-anywhere">
            <CircleAlert className="icon me-1 inline size-3!" aria-hidden="true" />
            {problemText(problem)}
          </span>
        </span>
      ) : fileId === null ? (
        <span className="absolute inset-x-1.5 bottom-1.5">
          <span className="num sr-only">
            {progress
              ? t('ui.upload.sent', { sent: bytes(progress.sentBytes), total: bytes(progress.totalBytes) })
              : null}
          </span>
          <ProgressBar
            share={progress ? progress.sentBytes / Math.max(1, progress.totalBytes) : 0}
            label={t('messages.uploading', { name })}
          />
        </span>
      ) : null}
      <button
        type="button"
        aria-label={t('messages.leaveOut', { name })}
        onClick={() => attachments.remove(localId)}
        className={`${round} end-1 top-1`}
      >
        <X className="icon size-4!" aria-hidden="true" />
      </button>
      {problem && item.source ? (
        <button
          type="button"
          aria-label={t('messages.uploadAgain', { name })}
          onClick={() => attachments.retry(localId)}
          className={`${round} start-1 bottom-1`}
        >
          <RotateCw className="icon size-4!" aria-hidden="true" />
        </button>
      ) : null}
      {fileId !== null && kind !== 'audio' ? (
        <button
          type="button"
          aria-label={t(alt ? 'messages.described' : 'messages.describe', { name })}
          onClick={() => setDescribing(true)}
          className={clsx(round, 'end-1 bottom-1', alt && 'bg-primary! text-on-primary!')}
        >
          <Pencil className="icon size-3.5!" aria-hidden="true" />
        </button>
      ) : null}
      {isDescribing && fileId !== null ? (
        <Suspense>
          <DescribeDialog
            fileId={fileId}
            name={name}
            alt={alt}
            onDescribed={(described) => attachments.describe(localId, described)}
            onClose={() => setDescribing(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
