import { Flag, OctagonX, UserX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import type { Capture } from '../../../parts/live/capture.ts'
import type { Show } from '../../../parts/live/shows/use-shows.ts'
import { useStore } from '../../../parts/live/store.ts'
import { openReport } from '../../../parts/reports/report.ts'
import { Button } from '../../../ui/button.tsx'
import type { Broadcast, Stopped } from './broadcast.ts'
import { useGoLive } from './use-go-live.ts'

interface StoppedPageProps {
  broadcast: Broadcast
  capture: Capture
  stopped: Stopped
}
/** After everything was stopped at once: what has happened, and what can be done now. */
export function StoppedPage({ broadcast, capture, stopped }: StoppedPageProps) {
  const t = useT()
  const { stream } = useStore(broadcast)
  const { send, working } = useMutation({ toasts: true })
  const { goLive, problem } = useGoLive(broadcast)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isOver = stream === null || stream.status === 'ended'
  const end = async () => {
    if (!stream) return
    const reply = await send('PUT /streaming/live/:id', { params: { id: stream._id }, body: { status: 'ended' } })
    if (!reply) return
    broadcast.take(reply.data)
    broadcast.afterStop()
  }
  const again = async () => {
    await capture.open()
    await goLive()
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto low:overflow-visible">
      <div className="mx-auto w-full max-w-page px-4 pb-12 md:px-8 md:pt-6">
        <PageHead title={t('liveStudio.title')} back="/creator" />
        <section className="mx-auto mt-4 max-w-2xl rounded-xl bg-surface p-5 ring-1 ring-line md:mt-10 md:p-7">
          <OctagonX className="size-8 text-danger-text" aria-hidden="true" />
          <h2 ref={heading} tabIndex={-1} className="mt-3 text-2xl outline-none">
            {t('liveStudio.stopped.title')}
          </h2>
          <p className="mt-2 text-ink-2">{t('liveStudio.stopped.text')}</p>
          <p role="status" className="mt-2 text-ink-2">
            {t(
              stopped.isTold
                ? isOver
                  ? 'liveStudio.stopped.over'
                  : 'liveStudio.stopped.waits'
                : 'liveStudio.stopped.notTold',
            )}
          </p>
          {stopped.show && 'user' in stopped.show ? <WithFan show={stopped.show} isTold={stopped.isTold} /> : null}
          {problem ? (
            <p role="alert" className="mt-3 text-danger-text">
              {problem}
            </p>
          ) : null}
          <div className="mt-6 flex flex-wrap gap-2">
            {isOver ? (
              <Button variant="primary" className="max-sm:w-full" onClick={() => broadcast.afterStop()}>
                {t('liveStudio.stopped.goOn')}
              </Button>
            ) : (
              <>
                <Button className="max-sm:w-full" onClick={() => void again()}>
                  {t('liveStudio.summary.again')}
                </Button>
                <Button
                  variant="danger"
                  className="max-sm:w-full"
                  busy={working ? t('liveStudio.end.busy') : undefined}
                  onClick={() => void end()}
                >
                  {t('liveStudio.bar.end')}
                </Button>
              </>
            )}
          </div>
        </section>
      </div>
    </div>
  )
}

/** The fan of the private show that was stopped. */
function WithFan({ show, isTold }: { show: Show; isTold: boolean }) {
  const t = useT()
  const { send, working } = useMutation({ toasts: true })
  const [isBlocked, setBlocked] = useState(false)
  const { user } = show
  const block = async () => {
    if (await send('POST /block/users', { body: { userId: user._id } })) setBlocked(true)
  }
  return (
    <div className="mt-4 rounded-md bg-surface-2 p-4">
      {isTold ? <p>{t('liveStudio.stopped.show', { name: user.name })}</p> : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          disabled={isBlocked}
          busy={working ? t('liveStudio.stopped.blocking') : undefined}
          onClick={() => void block()}
        >
          <UserX aria-hidden="true" />
          {isBlocked ? t('liveStudio.stopped.blocked') : t('liveStudio.stopped.block', { name: user.name })}
        </Button>
        <Button onClick={() => openReport({ type: 'user', id: user._id })}>
          <Flag aria-hidden="true" />
          {t('live.show.report')}
        </Button>
      </div>
    </div>
  )
}
