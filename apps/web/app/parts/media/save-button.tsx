import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

interface SaveButtonProps {
  /** Asks for an address under which the file is saved; it works for minutes only, so each press asks anew. */
  link: () => Promise<{ data: { url: string } }>
  children: ReactNode
}
/** Saves a file on the device. */
export function SaveButton({ link, children }: SaveButtonProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const save = async () => {
    setAsking(true)
    try {
      location.assign((await link()).data.url)
    } catch (error) {
      toast.problem(error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button busy={asking ? t('ui.loading') : undefined} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {children}
    </Button>
  )
}
