import { OctagonX } from 'lucide-react'
import { useEffect } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Broadcast } from './broadcast.ts'

/** No letter: those are written in the chat. */
const key = 'F9'

/** Ends video and sound in this browser before anything else, at one press or one key, without a question. */
export function StopNow({ broadcast }: { broadcast: Broadcast }) {
  const t = useT()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key) return
      event.preventDefault()
      broadcast.stopNow()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [broadcast])
  return (
    <Button
      size="sm"
      variant="outline"
      className="text-danger-text! max-md:flex-1"
      aria-keyshortcuts={key}
      onClick={() => broadcast.stopNow()}
    >
      <OctagonX aria-hidden="true" />
      {t('liveStudio.stopNow')}
      <kbd className="rounded-xs px-1 text-2xs ring-1 ring-line-strong max-md:hidden">{key}</kbd>
    </Button>
  )
}
