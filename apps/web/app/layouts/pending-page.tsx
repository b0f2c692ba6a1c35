import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Loading } from '../ui/states.tsx'

/** As long as a skeleton of a piece keeps itself back. */
const blinkMs = 150

/** Once the next page takes longer than a blink, its shape stands here. The old page waits unseen, and is there again if it was called off. */
export function PendingPage({ shapeOf, children }: { shapeOf: (path: string) => ReactNode; children: ReactNode }) {
  const path = usePendingPath()
  const shape = path === null ? null : shapeOf(path)
  const isShown = Boolean(shape)
  useEffect(() => {
    if (isShown) window.scrollTo(0, 0)
  }, [isShown])
  return (
    <>
      {shape ? <Loading>{shape}</Loading> : null}
      <div className={shape ? 'hidden' : 'contents'}>{children}</div>
    </>
  )
}

/** Where we are going, when that is another page and it lets us wait. */
function usePendingPath(): string | null {
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const going = state === 'loading' && next.pathname !== pathname ? next.pathname : null
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (going === null) return
    const timer = setTimeout(() => setLate(going), blinkMs)
    return () => {
      clearTimeout(timer)
      setLate(null)
    }
  }, [going])
  return going !== null && late === going ? going : null
}
