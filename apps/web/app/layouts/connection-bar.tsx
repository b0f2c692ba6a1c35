import { useEffect, useState } from 'react'
import { useSocketStatus } from '../api/socket.ts'
import { useT } from '../i18n/context.tsx'

/** A thin bar while the network is away. Gone without a word when it is back. */
export function ConnectionBar() {
  const t = useT()
  const status = useSocketStatus()
  const [online, setOnline] = useState(true)
  useEffect(() => {
    const look = () => setOnline(navigator.onLine)
    look()
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  if (online && status !== 'reconnecting') return null
  return (
    <p role="status" className="sticky top-0 z-30 bg-surface-3 px-4 py-1 text-center text-xs font-[560] text-ink-2">
      {online ? t('ui.connection.reconnecting') : t('ui.connection.offline')}
    </p>
  )
}
