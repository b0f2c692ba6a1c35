import type { ReactNode } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { dot } from '../../../ui/dot.ts'
import { leftTokens } from '../../money/missing-tokens.ts'
import { Price } from '../../money/price.tsx'
import { clock } from '../../posts/duration.ts'
import { Moment } from '../../time/moment.tsx'
import { Line } from './lines.tsx'
import type { Show } from './use-shows.ts'

interface ReceiptProps {
  show: Show
  side: 'fan' | 'creator'
  /** Of the fan, when the rest has gone back. */
  balance?: number
}
/** What a show that is over cost its fan, or brought its creator. */
export function ShowReceipt({ show, side, balance }: ReceiptProps) {
  const t = useT()
  const { seconds } = useFormats()
  const { counted, notCounted, toMinimum, minutesMin, cost, earned, returned, performer, user } = show
  return (
    <>
      <p className="text-sm text-ink-3">
        <EndedBy show={show} side={side} />
        {dot}
        <Moment at={show.endedAt ?? show.createdAt} />
      </p>
      {show.wasLookedAt ? <p className="mt-2 text-sm text-ink-3">{t('live.show.wasLookedAt')}</p> : null}
      <dl className="num mt-4 grid gap-3 border-t border-line pt-4">
        <Line label={t('live.show.together')} value={<Time seconds={counted + notCounted} />} />
        <Line label={t('live.show.notCounted')} value={<Time seconds={notCounted} />} />
        <Line label={t('live.show.counted')} value={<Time seconds={counted} />} />
        {toMinimum > 0 ? (
          <Line
            label={t('live.show.toMinimum', { time: seconds(minutesMin * 60) })}
            value={<Price tokens={toMinimum} />}
          />
        ) : null}
        {side === 'fan' ? (
          <>
            <Line strong label={t('live.show.youPaid', { name: performer.name })} value={<Price tokens={cost} />} />
            <Line label={t('live.show.returned')} value={<Price tokens={returned ?? 0} />} />
            {balance === undefined ? null : <Line label={t('live.show.balance')} value={<Price tokens={balance} />} />}
          </>
        ) : (
          <>
            <Line strong label={t('live.show.theyPaid', { name: user.name })} value={<Price tokens={cost} />} />
            <Line label={t('live.show.fee')} value={<Price tokens={leftTokens(cost, earned ?? 0)} />} />
            <Line strong label={t('live.show.youEarn')} value={<Price tokens={earned ?? 0} />} />
          </>
        )}
      </dl>
    </>
  )
}

const Time = ({ seconds }: { seconds: number }): ReactNode => <bdi dir="ltr">{clock(seconds * 1_000)}</bdi>

function EndedBy({ show: { type, endedBy, performer, user }, side }: Pick<ReceiptProps, 'show' | 'side'>) {
  const t = useT()
  if (endedBy === 'disconnect' || endedBy === 'moderator') return t(`live.show.endedBy.${endedBy}`)
  const name = side === 'fan' ? performer.name : user.name
  if (endedBy === 'no_funds')
    return side === 'fan' ? t('live.show.endedBy.funds') : t('live.show.endedBy.theirFunds', { name })
  if (type === 'group' && endedBy === 'fan' && side === 'fan') return t('live.group.endedBy.you')
  return (endedBy === 'fan') === (side === 'fan') ? t('live.show.endedBy.you') : t('live.show.endedBy.other', { name })
}
