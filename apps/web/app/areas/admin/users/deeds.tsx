import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { DeedDialog } from './deed-dialog.tsx'
import type { StaffAccount } from './user.tsx'

export const deeds = [
  'lift',
  'suspend',
  'endSessions',
  'removeSecondFactor',
  'mailConfirmation',
  'revokeVerification',
  'requestPapers',
] as const
export type Deed = (typeof deeds)[number]
const grave = new Set<Deed>(['suspend', 'removeSecondFactor', 'revokeVerification'])

/** Only what may be done now stands here. */
export function Deeds({ account }: { account: StaffAccount }) {
  const t = useT()
  const [open, setOpen] = useState<Deed | null>(null)
  const possible = deeds.filter((deed) => account.can[deed])
  if (possible.length === 0) return <p className="mt-2 text-xs text-ink-3">{t('people.nothing')}</p>
  return (
    <>
      <ul className="mt-3 grid gap-2">
        {possible.map((deed) => (
          <li key={deed}>
            <Button
              wide
              look="outline"
              className={grave.has(deed) ? 'text-danger-text!' : undefined}
              onClick={() => setOpen(deed)}
            >
              {t(`people.deed.${deed}`)}
            </Button>
          </li>
        ))}
      </ul>
      {open ? <DeedDialog key={open} deed={open} account={account} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
