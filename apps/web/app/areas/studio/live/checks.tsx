import { CircleAlert, CircleCheck, Circle } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import type { Capture } from '../../../parts/live/capture.ts'
import { useStore } from '../../../parts/live/store.ts'

type Outcome = 'good' | 'waiting' | 'bad'

/** What has to be in order before one can go live, each with what helps. */
export function Checks({ capture, isApproved }: { capture: Capture; isApproved: boolean }) {
  const t = useT()
  const { phase, problem } = useStore(capture)
  const server = useServerCheck()
  const device = phase === 'ready' ? 'good' : phase === 'refused' ? 'bad' : 'waiting'
  return (
    <section aria-labelledby="live-checks" className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 id="live-checks" className="text-lg">
        {t('liveStudio.checks.title')}
      </h2>
      <ul className="mt-3 grid gap-3.5">
        <Check outcome={device} title={t(`liveStudio.checks.devices.${device}`)}>
          {problem
            ? t(`liveStudio.capture.${problem}`)
            : t(`liveStudio.checks.devicesHint.${device === 'good' ? 'good' : 'waiting'}`)}
        </Check>
        <Check outcome={server} title={t(`liveStudio.checks.server.${server}`)}>
          {t(`liveStudio.checks.serverHint.${server}`)}
        </Check>
        <Check
          outcome={isApproved ? 'good' : 'bad'}
          title={t(isApproved ? 'liveStudio.checks.approved' : 'liveStudio.checks.notApproved')}
        >
          {isApproved ? (
            t('liveStudio.checks.approvedHint')
          ) : (
            <Link to="/creator/verification" className="link">
              {t('studio.verification.title')}
            </Link>
          )}
        </Check>
      </ul>
    </section>
  )
}

const icons = { good: CircleCheck, waiting: Circle, bad: CircleAlert }
const tones = { good: 'text-success-text', waiting: 'text-ink-3', bad: 'text-danger-text' }

function Check({ outcome, title, children }: { outcome: Outcome; title: string; children: ReactNode }) {
  const Icon = icons[outcome]
  return (
    <li className="flex gap-3">
      <Icon className={`icon mt-px ${tones[outcome]}`} aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-ink-3">{children}</p>
      </div>
    </li>
  )
}

/** Whether the server of live video answers. */
function useServerCheck(): Outcome {
  const [outcome, setOutcome] = useState<Outcome>('waiting')
  useEffect(() => {
    const controller = new AbortController()
    const ask = () =>
      fetch('/live/whip/check', { method: 'OPTIONS', credentials: 'omit', signal: controller.signal }).then(
        ({ ok }) => setOutcome(ok ? 'good' : 'bad'),
        () => controller.signal.aborted || setOutcome('bad'),
      )
    void ask()
    const again = () => void ask()
    addEventListener('online', again)
    addEventListener('offline', again)
    return () => {
      controller.abort()
      removeEventListener('online', again)
      removeEventListener('offline', again)
    }
  }, [])
  return outcome
}
