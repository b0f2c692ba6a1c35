import { KeyRound } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { StaffAccount } from './user.tsx'

interface FactorRemovalProps {
  account: StaffAccount
  removal: NonNullable<StaffAccount['removal']>
}

/** A pending removal of a second factor: who requested it, when it happens, and the approval by a second member of staff. */
export function FactorRemoval({ account, removal }: FactorRemovalProps) {
  const t = useT()
  const { dateTime } = useFormats()
  const { revalidate } = useRevalidator()
  const { send, working } = useMutation({ toasts: true })
  const run = async (moderationAction: 'approval' | 'withdrawal') => {
    const params = { id: account._id }
    const route = `POST /admin/accounts/:id/second-factor-removal/${moderationAction}` as const
    if (await send(route, { params, once: true })) toast.success('people.done')
    await revalidate()
  }
  return (
    <section aria-labelledby="removal" className="mt-3 rounded-md bg-token-soft p-4 text-token-soft-ink">
      <h2 id="removal" className="flex items-center gap-2 text-sm font-bold">
        <KeyRound className="icon size-4!" aria-hidden="true" />
        {t('people.removal.title')}
      </h2>
      <p className="mt-1 text-sm text-match" dir="auto">
        {t('people.removal.requested', { name: removal.requestedBy, reason: removal.reason })}
      </p>
      <p className="mt-1 text-sm">
        {removal.dueAt ? t('people.removal.due', { when: dateTime(removal.dueAt) }) : t('people.removal.never')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {account.can.approveRemoval ? (
          <Button variant="danger" disabled={working} onClick={() => void run('approval')}>
            {t('people.removal.approve')}
          </Button>
        ) : null}
        {account.can.withdrawRemoval ? (
          <Button variant="outline" disabled={working} onClick={() => void run('withdrawal')}>
            {t('people.removal.withdraw')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
