import { useEffect, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { useSite } from '../site/site.ts'
import { Loading, PartialState, Skeleton } from '../../ui/states.tsx'

type Effects = Reply<'GET /block/users/:id/effects'>['data']

/** What blocking an account would end, and what goes back to them. Needs the messages of `profile`. */
export function BlockEffects({ userId }: { userId: string }) {
  const t = useT()
  const [effects, setEffects] = useState<Effects | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isLate = false
    setEffects(null)
    call('GET /block/users/:id/effects', { params: { id: userId } }).then(
      ({ data }) => isLate || setEffects(data),
      () => isLate || setEffects('failed'),
    )
    return () => {
      isLate = true
    }
  }, [userId, attempt])
  return (
    <>
      <p>{t('profile.blockText')}</p>
      <div aria-live="polite" className="mt-2">
        {effects === null ? (
          <Loading>
            <Skeleton className="h-4 w-4/5 rounded-full" />
            <Skeleton className="mt-2 h-4 w-3/5 rounded-full" />
          </Loading>
        ) : effects === 'failed' ? (
          // One may still block: it is also there for those who want to be left alone.
          <PartialState onRetry={() => setAttempt((count) => count + 1)}>{t('profile.blockUnknown')}</PartialState>
        ) : (
          <Known effects={effects} />
        )}
      </div>
    </>
  )
}

function Known({ effects }: { effects: Effects }) {
  const t = useT()
  const { number, money } = useFormats()
  const { tokenValue, currency } = useSite()
  const worth = (tokens: number) => `${t.tokens(tokens)} (${money(tokens * tokenValue, currency)})`
  const lines = [
    effects.mine && t('profile.blockMine'),
    effects.theirs &&
      (effects.returned > 0
        ? t('profile.blockTheirsReturned', { tokens: worth(effects.returned) })
        : t('profile.blockTheirs')),
    effects.orders &&
      t('profile.blockOrders', { orders: number(effects.orders), tokens: worth(effects.ordersReturned) }),
    effects.pledges &&
      t('profile.blockPledges', { pledges: number(effects.pledges), tokens: worth(effects.pledgesReturned) }),
    effects.purchases && t('profile.blockPurchases', { purchases: number(effects.purchases) }),
  ]
  return lines
    .filter((line) => typeof line === 'string')
    .map((line) => (
      <p key={line} className="mt-2 first:mt-0">
        {line}
      </p>
    ))
}
