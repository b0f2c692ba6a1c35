import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call, newKey } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { StaffAccount } from './user.tsx'

interface FactorRemovalProps {
  account: StaffAccount
  removal: NonNullable<StaffAccount['removal']>
}

/** A second factor that waits to be removed: who asked, when it happens, and the second of two who agree. */
export function FactorRemoval({ account, removal }: FactorRemovalProps) {
  const t = useT()
  const { dateTime } = useFormats()
  const { revalidate } = useRevalidator()
  const [working, setWorking] = useState(false)
  const run = async (deed: 'approval' | 'withdrawal') => {
    if (working) return
    setWorking(true)
    try {
      const sent = { params: { id: account._id }, key: newKey() }
      if (deed === 'approval') await call('POST /admin/accounts/:id/second-factor-removal/approval', sent)
      else await call('POST /admin/accounts/:id/second-factor-removal/withdrawal', sent)
      toast.success('people.done')
    } catch (error) {
      toast.problem(error)
    }
    setWorking(false)
    await revalidate()
  }
  return (
    <section aria-labelledby="removal" className="mt-3 rounded-md bg-token-soft p-4 text-token-soft-ink">
      <h2 id="removal" className="flex items-center gap-2 text-sm font-[650]">
        <KeyRound className="icon size-4!" aria-hidden="true" />
        {t('people.removal.title')}
      </h2>
      <p className="mt-1 text-sm" dir="auto">
        {t('people.removal.asked', { name: removal.askedBy, reason: removal.reason })}
      </p>
      <p className="mt-1 text-sm">
        {removal.dueAt ? t('people.removal.due', { when: dateTime(removal.dueAt) }) : t('people.removal.never')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {account.can.approveRemoval ? (
          <Button look="danger" disabled={working} onClick={() => void run('approval')}>
            {t('people.removal.approve')}
          </Button>
        ) : null}
        {account.can.withdrawRemoval ? (
          <Button look="outline" disabled={working} onClick={() => void run('withdrawal')}>
            {t('people.removal.withdraw')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
