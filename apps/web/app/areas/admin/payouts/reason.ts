import type { StaffPayout } from '@fanlight/contract/payouts'
import { useFormats, useT } from '../../../i18n/context.tsx'

/** Says why a payout waits, and until when where that is known. */
export function useReason() {
  const t = useT()
  const { dateTime } = useFormats()
  return ({ code, until }: NonNullable<StaffPayout['waits']>): string => {
    const reason = t(`paying.blocker.${code}`)
    return until ? t('paying.blockedUntil', { reason, at: dateTime(until) }) : reason
  }
}
