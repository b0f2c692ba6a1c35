import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** What is not saved is not left without a question, neither by a link nor by closing the tab. */
export function Leaving({ dirty, title, text }: { dirty: RefObject<boolean>; title: string; text: string }) {
  const t = useT()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => dirty.current && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      open
      onOpenChange={(open) => open || blocker.reset()}
      title={title}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="ghost" onClick={() => blocker.proceed()}>
            {t('studio.leave.go')}
          </Button>
          <Button look="primary" onClick={() => blocker.reset()}>
            {t('studio.leave.stay')}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">{text}</p>
    </Dialog>
  )
}
