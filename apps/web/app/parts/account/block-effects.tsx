import { useEffect, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { useFormats, useT } from '../../i18n/context.tsx'

type Effects = Reply<'GET /block/users/:id/effects'>['data']

/** What blocking an account would end, and what goes back to them. Needs the messages of `profile`. */
export function BlockEffects({ userId }: { userId: string }) {
  const t = useT()
  const { number, tokens } = useFormats()
  const [effects, setEffects] = useState<Effects | null>(null)
  useEffect(() => {
    let isLate = false
    // The general text stands without it.
    call('GET /block/users/:id/effects', { params: { id: userId } }).then(
      ({ data }) => isLate || setEffects(data),
      () => {},
    )
    return () => {
      isLate = true
    }
  }, [userId])
  return (
    <>
      {t('profile.blockText')}
      <span aria-live="polite">
        {effects?.mine ? <span className="mt-2 block">{t('profile.blockMine')}</span> : null}
        {effects?.theirs ? (
          <span className="mt-2 block">
            {effects.returned > 0
              ? t('profile.blockTheirsReturned', { tokens: tokens(effects.returned) })
              : t('profile.blockTheirs')}
          </span>
        ) : null}
        {effects?.orders ? (
          <span className="mt-2 block">
            {t('profile.blockOrders', { orders: number(effects.orders), tokens: tokens(effects.ordersReturned) })}
          </span>
        ) : null}
        {effects?.purchases ? (
          <span className="mt-2 block">{t('profile.blockPurchases', { purchases: number(effects.purchases) })}</span>
        ) : null}
      </span>
    </>
  )
}
