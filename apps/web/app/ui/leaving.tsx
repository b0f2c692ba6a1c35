import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface LeavingProps {
  isDirty: () => boolean
  title: string
  text: string
  go: string
  stay: string
}

/** What is not saved is not left without a question, neither by a link nor by closing the tab. */
export function Leaving({ isDirty, title, text, go, stay }: LeavingProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
  )
  useEffect(() => {
    const confirmLeaving = (event: BeforeUnloadEvent) => isDirty() && event.preventDefault()
    addEventListener('beforeunload', confirmLeaving)
    return () => removeEventListener('beforeunload', confirmLeaving)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      open
      onOpenChange={(open) => open || blocker.reset()}
      title={title}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={() => blocker.proceed()}>
            {go}
          </Button>
          <Button variant="primary" onClick={() => blocker.reset()}>
            {stay}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">{text}</p>
    </Dialog>
  )
}
