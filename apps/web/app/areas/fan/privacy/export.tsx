import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import type { Reply } from '../../../api/contract.ts'
import type { Api } from '../../../api/request-context.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { StepUpState } from '../../../parts/account/step-up/step-up.ts'
import { StepUpFields } from '../../../parts/account/step-up/step-up-fields.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Section } from '../account/account-frame.tsx'
import type { action } from './privacy.tsx'

type DataExport = Reply<'GET /users/me/export'>['data']

/** The last archive, and what has to be shown for it. */
export async function takenBy(api: Api): Promise<{ known: DataExport; stepUp: StepUpState }> {
  const [known, stepUp] = await Promise.all([api.call('GET /users/me/export'), api.call('GET /auth/confirmation')])
  return { known: known.data, stepUp: stepUp.data }
}

const pollEveryMs = 2_000

/** All stored data of the user, as a download: request it, follow its progress, download it while it is available. */
interface Given {
  known: DataExport
  /** What has to be shown with it; nothing within ten minutes of logging in. */
  stepUp: StepUpState
}
export function DownloadData({ known, stepUp }: Given) {
  const t = useT()
  const found = useNews(known)
  const { dateTime, bytes } = useFormats()
  return (
    <Section title={t('export.title')} lead={t('export.lead')}>
      {found.state === 'running' ? (
        <Running percent={found.progress} />
      ) : (
        <div className="flex flex-col gap-5">
          {found.state === 'ready' ? (
            <div role="status" className="rounded-lg bg-surface p-5 ring-1 ring-line">
              <h3>{t('export.ready')}</h3>
              <p className="num mt-1 text-sm text-ink-2">
                {t('export.readyLead', { size: bytes(found.bytes ?? 0), when: dateTime(found.expiresAt!) })}
              </p>
              <ExportForm stepUp={stepUp} purposes={found.mayAskAt ? ['download'] : ['download', 'again']} />
            </div>
          ) : found.state === 'none' ? null : (
            <p role="status" className="text-sm">
              {t(`export.${found.state}`)}
            </p>
          )}
          {found.mayAskAt ? (
            <p className="text-xs text-ink-3">{t('export.nextRequestAt', { when: dateTime(found.mayAskAt) })}</p>
          ) : found.state === 'ready' ? null : (
            <ExportForm stepUp={stepUp} purposes={[found.state === 'none' ? 'ask' : 'again']} />
          )}
        </div>
      )}
    </Section>
  )
}

function Running({ percent }: { percent: number }) {
  const t = useT()
  const { percent: asPercent } = useFormats()
  return (
    <div className="rounded-lg bg-surface p-5 ring-1 ring-line">
      <h3 role="status">{t('export.running')}</h3>
      <p className="mt-1 mb-4 text-sm text-ink-2">{t('export.runningLead')}</p>
      <ProgressBar share={percent / 100} label={t('export.progress')} />
      <p className="num mt-1.5 text-xs text-ink-3">{t('export.percent', { percent: asPercent(percent / 100) })}</p>
    </div>
  )
}

/** One click within ten minutes of logging in; later the step-up confirmation is sent with it. */
function ExportForm({ stepUp, purposes }: Omit<Given, 'known'> & { purposes: ('ask' | 'again' | 'download')[] }) {
  const t = useT()
  const form = useActionForm<typeof action.export | typeof action.download>('export', 'download')
  return (
    <ActionForm form={form} passwords={['currentPassword']} preventScrollReset className="mt-4 flex flex-col gap-4">
      {stepUp.isFresh ? null : <StepUpFields stepUp={stepUp} />}
      <div className="flex flex-wrap gap-3">
        {purposes.map((purpose) => {
          const isDownload = purpose === 'download'
          const value = isDownload ? 'download' : 'export'
          return (
            <Button
              key={purpose}
              type="submit"
              variant={isDownload ? 'primary' : 'outline'}
              name="intent"
              value={value}
              busy={form.sending === value ? t(isDownload ? 'export.preparing' : 'export.requesting') : undefined}
            >
              {t(`export.${purpose}`)}
            </Button>
          )
        })}
      </div>
    </ActionForm>
  )
}

/** While one is made, how far it is; the page's own data counts again as soon as it is newer. */
function useNews(known: DataExport): DataExport {
  const [news, setNews] = useState<{ about: DataExport; is: DataExport } | null>(null)
  const found = news?.about === known ? news.is : known
  const isRunning = found.state === 'running'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      void call('GET /users/me/export').then(
        ({ data }) => setNews({ about: known, is: data }),
        () => {
          // The next request follows in two seconds.
        },
      )
    }, pollEveryMs)
    return () => clearInterval(timer)
  }, [isRunning, known])
  return found
}
