import { ArrowLeft, ArrowRight, AudioLines, Film, RotateCw, X } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { useProblemWords } from '../../../ui/form.tsx'
import { ProgressBar, UploadBar } from '../../../ui/progress.tsx'
import type { UploadItem } from './uploads.ts'

interface ListProps {
  items: readonly UploadItem[]
  onRemove: (localId: string) => void
  onRetry: (localId: string) => void
  onMove: (localId: string, step: number) => void
}

/** Each file with its picture, how far it is in bytes and seconds, and what can be done about it. */
export function UploadList({ items, onRemove, onRetry, onMove }: ListProps) {
  const t = useT()
  return (
    <ol className="grid gap-2">
      {items.map((item, at) => (
        <li key={item.localId} className="flex items-center gap-3 rounded-md bg-surface-2 p-2.5">
          <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface-3 text-ink-3">
            {item.url && (item.kind === 'photo' || item.kind === 'thumbnail') ? (
              <img src={item.url} alt="" className="size-full object-cover" />
            ) : item.kind === 'audio' ? (
              <AudioLines className="icon" aria-hidden="true" />
            ) : (
              <Film className="icon" aria-hidden="true" />
            )}
          </span>
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm font-[600]">{item.name || t.maybe(`studio.type.${item.kind}`)}</p>
            <State item={item} />
          </div>
          {item.kind === 'photo' && items.length > 1 ? (
            <>
              <IconButton
                size="sm"
                label={t('studio.editor.earlier')}
                disabled={at === 0}
                onClick={() => onMove(item.localId, -1)}
              >
                <ArrowLeft className="rtl:-scale-x-100" aria-hidden="true" />
              </IconButton>
              <IconButton
                size="sm"
                label={t('studio.editor.later')}
                disabled={at === items.length - 1}
                onClick={() => onMove(item.localId, 1)}
              >
                <ArrowRight className="rtl:-scale-x-100" aria-hidden="true" />
              </IconButton>
            </>
          ) : null}
          {item.state === 'failed' && item.source ? (
            <IconButton size="sm" label={t('ui.retry')} onClick={() => onRetry(item.localId)}>
              <RotateCw aria-hidden="true" />
            </IconButton>
          ) : null}
          <IconButton
            size="sm"
            label={t('studio.editor.remove', { name: item.name })}
            tip="none"
            onClick={() => onRemove(item.localId)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ol>
  )
}

function State({ item }: { item: UploadItem }) {
  const t = useT()
  const words = useProblemWords()
  const { percent } = useFormats()
  if (item.state === 'waiting') return <p className="text-xs text-ink-3">{t('studio.editor.waiting')}</p>
  if (item.state === 'sending')
    return item.progress ? (
      <UploadBar progress={item.progress} label={t('studio.editor.sending', { name: item.name })} />
    ) : (
      <p className="text-xs text-ink-3">{t('studio.editor.starting')}</p>
    )
  if (item.state === 'ready') return <p className="text-xs text-success-text">{t('studio.editor.ready')}</p>
  if (item.state === 'failed' && item.problem) {
    const { code } = item.problem
    const offline = code === 'OFFLINE' && item.progress ? t('studio.editor.lost') : null
    return (
      <p role="alert" className="text-xs text-danger-text">
        {offline ?? t.maybe(`studio.fileError.${code}`) ?? words(item.problem as Parameters<typeof words>[0])}
      </p>
    )
  }
  return (
    <div className="mt-1">
      <ProgressBar share={item.percent / 100} label={t('studio.editor.processing')} />
      <p className="num mt-1 text-xs text-ink-3">
        {t('studio.editor.processing')} {percent(item.percent / 100)}
      </p>
    </div>
  )
}
