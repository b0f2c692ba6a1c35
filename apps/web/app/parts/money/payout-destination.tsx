import type { Payout } from '@fanlight/contract/payouts'
import { useT } from '../../i18n/context.tsx'

/** Where a payout goes, as far as it may be shown: the bank or gateway, and the last characters of the account. */
export function PayoutDestination({ of: { method, name, ends } }: { of: Payout['destination'] }) {
  const t = useT()
  return (
    <span className="wrap-anywhere">
      <bdi>{name || t(`payout.by.${method}`)}</bdi>
      {ends ? (
        <>
          {' '}
          <bdi dir="ltr" className="num whitespace-nowrap text-ink-2">
            •••• {ends}
          </bdi>
        </>
      ) : null}
    </span>
  )
}
