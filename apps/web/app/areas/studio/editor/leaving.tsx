import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Half a post is not left without a question, neither by a link nor by closing the tab. */
export function Leaving({ dirty, sending }: { dirty: RefObject<boolean>; sending: boolean }) {
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
      title={t('studio.leave.title')}
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
      <p className="text-ink-2">{t(sending ? 'studio.leave.sending' : 'studio.leave.kept')}</p>
    </Dialog>
  )
}
