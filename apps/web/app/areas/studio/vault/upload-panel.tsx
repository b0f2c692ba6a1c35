import { AudioLines, ChevronDown, ChevronUp, File, Video, Image, Pause, Play, RotateCw, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { useProblemText } from '../../../ui/form.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { canRetry, isLost, type UploadItem, type useUploads } from '../editor/uploads.ts'

type Uploads = ReturnType<typeof useUploads>
/** A file that is on the server already, found before it was sent. */
export interface Twin {
  localId: string
  file: globalThis.File
  existing: { _id: string; name: string }
}
interface PanelProps {
  uploads: Uploads
  twins: readonly Twin[]
  checking: number
  onUseExisting: (twin: Twin) => void
  onSendAnyway: (twin: Twin) => void
  onDropTwin: (twin: Twin) => void
}

const icons = { photo: Image, thumbnail: Image, video: Video, teaser: Video, audio: AudioLines, product: File } as const
const isOver = ({ state }: UploadItem) => state === 'ready' || state === 'processing'

/** Each upload with how far and how fast it is, and what can be done about it. */
export function UploadPanel({ uploads, twins, checking, onUseExisting, onSendAnyway, onDropTwin }: PanelProps) {
  const t = useT()
  const { bytes } = useFormats()
  const [open, setOpen] = useState(true)
  const { items } = uploads
  if (items.length + twins.length + checking === 0) return null
  const done = items.filter(isOver).length
  const active = items.filter(({ state }) => state === 'sending' || state === 'waiting')
  const paused = items.filter(({ state }) => state === 'paused')
  const total = items.reduce((sum, { source }) => sum + (source?.size ?? 0), 0)
  const sent = items.reduce(
    (sum, item) => sum + (isOver(item) ? (item.source?.size ?? 0) : (item.progress?.sentBytes ?? 0)),
    0,
  )
  const speed = active.reduce((sum, { progress }) => sum + (progress?.bytesPerSecond ?? 0), 0)
  return (
    <section
      aria-label={t('studio.vault.uploading')}
      className="overflow-hidden rounded-lg bg-surface ring-1 ring-line"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4 md:px-5">
        <div className="me-auto min-w-0">
          <h2 className="text-lg">{t('studio.vault.uploading')}</h2>
          <p className="num text-sm text-ink-3">
            {[
              t('studio.vault.uploadsDone', { done, total: items.length }),
              total > 0 ? t('ui.upload.sent', { sent: bytes(sent), total: bytes(total) }) : null,
              speed > 0 ? t('studio.vault.speed', { speed: bytes(speed) }) : null,
            ]
              .filter(Boolean)
              .join(dot)}
          </p>
          {/* Not each byte. */}
          <span role="status" className="sr-only">
            {items.length > 0 ? t('studio.vault.uploadsDone', { done, total: items.length }) : null}
          </span>
        </div>
        {active.length > 0 ? (
          <Button size="sm" variant="quiet" onClick={() => active.forEach(({ localId }) => uploads.pause(localId))}>
            <Pause aria-hidden="true" />
            {t('studio.vault.pauseAll')}
          </Button>
        ) : paused.length > 0 ? (
          <Button size="sm" variant="quiet" onClick={() => paused.forEach(({ localId }) => uploads.resume(localId))}>
            <Play aria-hidden="true" />
            {t('studio.vault.resumeAll')}
          </Button>
        ) : done > 0 && done === items.length ? (
          <Button size="sm" variant="quiet" onClick={() => items.forEach(({ localId }) => uploads.remove(localId))}>
            {t('studio.vault.clearDone')}
          </Button>
        ) : null}
        <IconButton size="sm" label={t('studio.vault.uploading')} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
        </IconButton>
      </div>
      {total > 0 && done < items.length ? (
        <ProgressBar share={sent / total} label={t('studio.vault.uploading')} />
      ) : null}
      {/* A question is not hidden with what goes on by itself. */}
      {twins.length > 0 ? (
        <ul className="divide-y divide-line border-b border-line">
          {twins.map((twin) => (
            <TwinRow
              key={twin.localId}
              twin={twin}
              onUseExisting={() => onUseExisting(twin)}
              onSendAnyway={() => onSendAnyway(twin)}
              onDrop={() => onDropTwin(twin)}
            />
          ))}
        </ul>
      ) : null}
      {open ? (
        <>
          {active.length > 0 ? (
            <p className="border-b border-line px-4 py-2 text-xs text-ink-3 md:px-5">{t('studio.vault.keepOpen')}</p>
          ) : null}
          <ul className="max-h-[28rem] divide-y divide-line overflow-y-auto">
            {items
              .toSorted((left, right) => Number(isOver(left)) - Number(isOver(right)))
              .map((item) => (
                <Row key={item.localId} item={item} uploads={uploads} />
              ))}
            {checking > 0 ? (
              <li role="status" className="px-4 py-3 text-xs text-ink-3 md:px-5">
                {t('studio.vault.checking')}
              </li>
            ) : null}
          </ul>
        </>
      ) : null}
    </section>
  )
}

interface TwinProps {
  twin: Twin
  onUseExisting: () => void
  onSendAnyway: () => void
  onDrop: () => void
}
/** The question what to do with a file that is there already. It takes the focus, unless the person types or answers another one. */
function TwinRow({ twin, onUseExisting, onSendAnyway, onDrop }: TwinProps) {
  const t = useT()
  const row = useRef<HTMLLIElement>(null)
  const id = useId()
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    const isBusy = document.activeElement?.closest('[data-twin], textarea, select, input:not([type=file])')
    if (isBusy) setSaid(true)
    else row.current?.focus()
  }, [])
  return (
    <li
      ref={row}
      data-twin
      tabIndex={-1}
      aria-labelledby={id}
      className="flex items-center gap-3 px-4 py-3 focus-visible:-outline-offset-2 md:px-5"
    >
      <div className="min-w-0 flex-1">
        <div id={id} role={isSaid ? 'alert' : undefined}>
          <p dir="auto" className="truncate text-sm font-semibold text-match">
            {twin.file.name}
          </p>
          <p className="text-xs text-ink-3">{t('studio.vault.duplicateOf', { name: twin.existing.name })}</p>
        </div>
        <p className="mt-1 flex flex-wrap gap-x-3">
          <button type="button" className={answerClass} onClick={onUseExisting}>
            {t('studio.vault.useExisting')}
          </button>
          <button type="button" className={answerClass} onClick={onSendAnyway}>
            {t('studio.vault.uploadAnyway')}
          </button>
        </p>
      </div>
      <IconButton size="sm" label={t('studio.editor.remove', { name: twin.file.name })} onClick={onDrop}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}
const answerClass = 'link min-h-6 text-xs pointer-coarse:min-h-11'

function Row({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  // What this browser can't render, or what is no image.
  const [isUnshown, setUnshown] = useState(false)
  const t = useT()
  const { bytes, percent, seconds } = useFormats()
  const problemText = useProblemText()
  const { state, progress, source, name } = item
  const Icon = icons[item.kind]
  const share = state === 'ready' ? 1 : progress?.totalBytes ? progress.sentBytes / progress.totalBytes : 0
  const shown = percent(Math.floor(share * 100) / 100)
  const isBroken = state === 'failed' && !isLost(item)
  const [main, detail] =
    state === 'ready'
      ? [t('studio.editor.ready'), bytes(source?.size ?? 0)]
      : state === 'processing'
        ? [t('studio.editor.processing'), item.percent > 0 ? percent(item.percent / 100) : t('studio.editor.queued')]
        : state === 'paused'
          ? [t('studio.vault.pausedAt', { share: shown }), '']
          : isLost(item)
            ? [t('studio.editor.lost', { share: percent(Math.floor((item.lostAt ?? 0) * 100) / 100) }), '']
            : isBroken && item.problem
              ? [
                  t.maybe(`studio.fileError.${item.problem.code}`) ??
                    problemText(item.problem as Parameters<typeof problemText>[0]),
                  '',
                ]
              : state === 'sending' && progress
                ? [
                    [
                      shown,
                      progress.bytesPerSecond
                        ? t('studio.vault.speed', { speed: bytes(progress.bytesPerSecond) })
                        : null,
                    ]
                      .filter(Boolean)
                      .join(dot),
                    [
                      t('ui.upload.sent', { sent: bytes(progress.sentBytes), total: bytes(progress.totalBytes) }),
                      progress.secondsLeft !== null
                        ? t('ui.upload.left', { time: seconds(progress.secondsLeft) })
                        : null,
                      item.resumedFrom
                        ? t('studio.vault.resumedAt', {
                            share: percent(Math.floor((item.resumedFrom / progress.totalBytes) * 100) / 100),
                          })
                        : null,
                    ]
                      .filter(Boolean)
                      .join(dot),
                  ]
                : [t(state === 'waiting' ? 'studio.editor.waiting' : 'studio.editor.starting'), '']
  return (
    <li className="flex items-center gap-3 px-4 py-3 md:px-5">
      <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface-3 text-ink-3">
        {item.url && !isUnshown && (item.kind === 'photo' || item.kind === 'thumbnail') ? (
          <img src={item.url} alt="" onError={() => setUnshown(true)} className="size-full object-cover" />
        ) : (
          <Icon className="icon" aria-hidden="true" />
        )}
      </span>
      <div className="min-w-0 flex-1 gap-x-4 sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,15rem)] sm:items-center">
        <div className="min-w-0">
          <p dir="auto" className="truncate text-sm font-semibold text-match">
            {name}
          </p>
          {state === 'ready' ? null : (
            <div className="mt-1.5">
              <ProgressBar
                share={state === 'processing' ? item.percent / 100 : share}
                label={t(state === 'processing' ? 'studio.editor.preparing' : 'studio.editor.sending', { name })}
              />
            </div>
          )}
        </div>
        <p className="num mt-1 min-w-0 text-xs text-ink-3 sm:mt-0 sm:text-end" {...(isBroken && { role: 'alert' })}>
          <span className={isBroken ? 'text-danger-text' : 'font-semibold text-ink-2'}>{main}</span>
          {detail ? <span className="block">{detail}</span> : null}
        </p>
      </div>
      {state === 'sending' ? (
        <IconButton size="sm" label={t('studio.vault.pause', { name })} onClick={() => uploads.pause(item.localId)}>
          <Pause aria-hidden="true" />
        </IconButton>
      ) : state === 'paused' ? (
        <IconButton size="sm" label={t('studio.vault.resume', { name })} onClick={() => uploads.resume(item.localId)}>
          <Play aria-hidden="true" />
        </IconButton>
      ) : isBroken && canRetry(item) ? (
        <IconButton size="sm" label={t('ui.retry')} onClick={() => uploads.retry(item.localId)}>
          <RotateCw aria-hidden="true" />
        </IconButton>
      ) : null}
      <IconButton
        size="sm"
        label={t(isOver(item) ? 'studio.editor.remove' : 'studio.editor.cancel', { name })}
        tip="none"
        onClick={() => uploads.remove(item.localId)}
      >
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}
