import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ModerationActionDialog } from './action-dialog.tsx'
import type { StaffAccount } from './user.tsx'

export const moderationActions = [
  'lift',
  'suspend',
  'endSessions',
  'removeSecondFactor',
  'mailConfirmation',
  'revokeVerification',
  'requestDocuments',
] as const
export type ModerationAction = (typeof moderationActions)[number]
const grave = new Set<ModerationAction>(['suspend', 'removeSecondFactor', 'revokeVerification'])

/** Shows only the actions that are possible now. */
export function ModerationActions({ account }: { account: StaffAccount }) {
  const t = useT()
  const [open, setOpen] = useState<ModerationAction | null>(null)
  const possible = moderationActions.filter((moderationAction) => account.can[moderationAction])
  if (possible.length === 0) return <p className="mt-2 text-xs text-ink-3">{t('people.nothing')}</p>
  return (
    <>
      <ul className="mt-3 grid gap-2">
        {possible.map((moderationAction) => (
          <li key={moderationAction}>
            <Button
              wide
              variant="outline"
              className={grave.has(moderationAction) ? 'text-danger-text!' : undefined}
              onClick={() => setOpen(moderationAction)}
            >
              {t(`people.staffAction.${moderationAction}`)}
            </Button>
          </li>
        ))}
      </ul>
      {open ? (
        <ModerationActionDialog key={open} action={open} account={account} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}
