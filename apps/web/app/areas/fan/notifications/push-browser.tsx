import { CircleCheck, CircleSlash } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'

type Status = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function statusNow(): Promise<Status> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Push messages of this browser. Permission is requested only when the button is pressed. */
export function PushOfBrowser() {
  const t = useT()
  const [status, setStatus] = useState<Status>('unknown')
  const { sendOrThrow, send, working } = useMutation({ toasts: true })
  useEffect(() => {
    void statusNow().then(setStatus, () => setStatus('unsupported'))
  }, [])

  const turnOn = async () => {
    try {
      if ((await Notification.requestPermission()) !== 'granted') return setStatus(await statusNow())
      const { data } = await call('GET /notifications/push-key')
      const worker = await navigator.serviceWorker.ready
      const subscription = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: data.publicKey,
      })
      const { endpoint, keys } = subscription.toJSON()
      await sendOrThrow('POST /notifications/push-subscriptions', {
        body: { endpoint: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } },
      })
      setStatus('on')
    } catch {
      toast.error('notify.push.failed')
    }
  }
  const turnOff = async () => {
    const worker = await navigator.serviceWorker.getRegistration()
    const subscription = await worker?.pushManager.getSubscription()
    if (!subscription) return setStatus('off')
    await send('DELETE /notifications/push-subscriptions', { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
    setStatus('off')
  }
  const test = async () => {
    const reply = await send('POST /notifications/push-test')
    if (!reply) return
    if (reply.data.sent > 0) toast.success('notify.push.sent')
    else toast.error('notify.push.notSent')
  }
  if (status === 'unknown') return <div className="h-14" />
  if (status === 'unsupported' || status === 'denied')
    return (
      <p className="flex gap-2.5 pt-3.5 text-sm text-ink-2">
        <CircleSlash className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
        {t(`notify.push.${status}`)}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-3.5 text-sm">
      {status === 'on' ? (
        <>
          <CircleCheck className="icon shrink-0 text-success-text" aria-hidden="true" />
          <span className="min-w-0 flex-1">{t('notify.push.on')}</span>
          <Button variant="ghost" size="sm" disabled={working} onClick={() => void turnOff()}>
            {t('notify.push.turnOff')}
          </Button>
          <Button variant="ghost" size="sm" disabled={working} onClick={() => void test()}>
            {t('notify.push.test')}
          </Button>
        </>
      ) : (
        <>
          <CircleSlash className="icon shrink-0 text-ink-3" aria-hidden="true" />
          <span className="min-w-0 flex-1">{t('notify.push.off')}</span>
          <Button variant="quiet" size="sm" disabled={working} onClick={() => void turnOn()}>
            {t('notify.push.turnOn')}
          </Button>
        </>
      )}
    </div>
  )
}
