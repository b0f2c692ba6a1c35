import { Clock3 } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { OwnPayout } from './payouts.tsx'

/** Why an open request goes no further at present, and until when where that is known. */
export function Waiting({ waits }: { waits: NonNullable<OwnPayout['waits']> }) {
  const t = useT()
  const { dateTime } = useFormats()
  const reason = t(`payout.wait.${waits.code}`, { at: waits.until ? dateTime(waits.until) : '' })
  return (
    <p className="flex gap-2.5 rounded-md bg-token-soft px-4 py-3 text-sm text-token-soft-ink">
      <Clock3 className="icon mt-0.5 size-4!" aria-hidden="true" />
      {t('payout.waits', { reason })}
    </p>
  )
}
