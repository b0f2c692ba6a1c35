import { useFormats, useT } from '../../../i18n/context.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { ProgressBar, UploadBar } from '../../../ui/progress.tsx'
import { isLost, type UploadItem } from './uploads.ts'

/** The upload status of one file, as text and, while it progresses, as a bar. */
export function UploadStatus({ item, name }: { item: UploadItem; name: string }) {
  const t = useT()
  const problemText = useProblemText()
  const { percent } = useFormats()
  if (isLost(item)) {
    const share = Math.floor((item.lostAt ?? 0) * 100) / 100
    return (
      <p role="status" className="text-xs text-token-text">
        {share > 0 ? t('studio.editor.lost', { share: percent(share) }) : t('studio.editor.lostEarly')}
      </p>
    )
  }
  if (item.state === 'waiting') return <p className="text-xs text-ink-3">{t('studio.editor.waiting')}</p>
  if (item.state === 'paused')
    return (
      <p className="num text-xs text-ink-3">
        {t('studio.vault.pausedAt', {
          share: percent(
            item.progress ? Math.floor((item.progress.sentBytes / item.progress.totalBytes) * 100) / 100 : 0,
          ),
        })}
      </p>
    )
  if (item.state === 'sending')
    return item.progress ? (
      <UploadBar progress={item.progress} label={t('studio.editor.sending', { name })} />
    ) : (
      <p className="text-xs text-ink-3">{t('studio.editor.starting')}</p>
    )
  if (item.state === 'ready') return <p className="text-xs text-success-text">{t('studio.editor.ready')}</p>
  if (item.state === 'failed' && item.problem)
    return (
      <p role="alert" className="text-xs text-danger-text">
        {t.maybe(`studio.fileError.${item.problem.code}`) ??
          problemText(item.problem as Parameters<typeof problemText>[0])}
      </p>
    )
  return item.percent > 0 ? (
    <div className="mt-1">
      <ProgressBar share={item.percent / 100} label={t('studio.editor.preparing', { name })} />
      <p className="num mt-1 text-xs text-ink-3">
        {t('studio.editor.processing')} {percent(item.percent / 100)}
      </p>
    </div>
  ) : (
    <p className="text-xs text-ink-3">{t('studio.editor.queued')}</p>
  )
}
