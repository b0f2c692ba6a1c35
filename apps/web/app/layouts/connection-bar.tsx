import { useEffect, useState } from 'react'
import { useSocketStatus } from '../api/socket.ts'
import { useT } from '../i18n/context.tsx'

/** A thin bar while the network is lost. It disappears without a message when the network is back. */
export function ConnectionBar() {
  const t = useT()
  const status = useSocketStatus()
  const [online, setOnline] = useState(true)
  useEffect(() => {
    const poll = () => setOnline(navigator.onLine)
    poll()
    addEventListener('online', poll)
    addEventListener('offline', poll)
    return () => {
      removeEventListener('online', poll)
      removeEventListener('offline', poll)
    }
  }, [])
  if (online && status !== 'reconnecting') return null
  return (
    <p
      role="status"
      className="sticky top-0 z-30 short:static bg-surface-3 px-4 py-1 text-center text-xs font-medium text-ink-2"
    >
      {online ? t('ui.connection.reconnecting') : t('ui.connection.offline')}
    </p>
  )
}
