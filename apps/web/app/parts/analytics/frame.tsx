import { useContext, useEffect, useRef, useState } from 'react'
import { UNSAFE_DataRouterDataContext as RouterData, useLocation } from 'react-router'
import { usePageInfo, useT } from '../../i18n/context.tsx'

/** The frame that counts: the first page by its own address, later ones as they are notified. It works before scripts wake, and without them. */
export function AnalyticsFrame({ measured }: { measured: 'address' | 'area' }) {
  const t = useT()
  const { apiUrl } = usePageInfo().config
  const { pathname } = useLocation()
  const failed = Boolean(useContext(RouterData)?.errors)
  // Of account pages only that they are; of addresses where nothing is, not even that.
  const page = failed ? null : measured === 'area' ? '/user' : pathname
  // The one that the frame is loaded with.
  const [first, setFirst] = useState(page === null ? null : { page, pathname })
  if (first === null && page !== null) setFirst({ page, pathname })
  const frame = useRef<HTMLIFrameElement>(null)
  const last = useRef({ pathname: first?.pathname ?? pathname, page, view: 0 })

  useEffect(() => {
    const notify = () => {
      // Taken back in another window, a yes ends here at once.
      if (last.current.view > 0 && /(?:^|;\s*)analytics=yes\./.test(document.cookie))
        frame.current?.contentWindow?.postMessage({ page: last.current.page, view: last.current.view }, '*')
    }
    if (page !== null && pathname !== last.current.pathname) {
      last.current = { pathname, page, view: last.current.view + 1 }
      notify()
    }
    // A frame that has only now begun has missed the last one.
    const hear = ({ source }: MessageEvent) => {
      if (source && source === frame.current?.contentWindow) notify()
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [page, pathname])

  if (first === null) return null
  return (
    <iframe
      ref={frame}
      hidden
      data-analytics
      title={t('cookies.measured.title')}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      src={`${apiUrl}/analytics/frame?page=${encodeURIComponent(first.page)}`}
    />
  )
}
