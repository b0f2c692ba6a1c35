import { Download } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

interface Saving {
  /** Asks for an address under which the file is saved; it works for minutes only, so each press asks anew. */
  link: () => Promise<{ data: { url: string } }>
  /** Called once the browser saves it. */
  onDone?: (() => void) | undefined
}
function useSaving({ link, onDone }: Saving) {
  const [asking, setAsking] = useState(false)
  const save = async () => {
    setAsking(true)
    try {
      location.assign((await link()).data.url)
      onDone?.()
    } catch (error) {
      toast.problem(error)
    } finally {
      setAsking(false)
    }
  }
  return { asking, save: () => void save() }
}

/** Saves a file on the device. */
export function SaveButton({ link, onDone, children, ...look }: Saving & ComponentProps<typeof Button>) {
  const t = useT()
  const { asking, save } = useSaving({ link, onDone })
  return (
    <Button {...look} busy={asking ? t('ui.loading') : undefined} onClick={save}>
      <Download aria-hidden="true" />
      {children}
    </Button>
  )
}
/** The same as an icon with a name. */
export function SaveIcon({ link, onDone, label }: Saving & { label: string }) {
  const { asking, save } = useSaving({ link, onDone })
  return (
    <IconButton
      label={label}
      variant="quiet"
      size="sm"
      tip="none"
      aria-disabled={asking || undefined}
      onClick={asking ? undefined : save}
    >
      <Download aria-hidden="true" />
    </IconButton>
  )
}
