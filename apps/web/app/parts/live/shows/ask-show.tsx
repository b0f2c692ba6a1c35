import { heldMinutes, requestSecondsMax } from '@fanlight/contract/limits'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useBalance } from '../../money/balance.ts'
import { clock } from '../../posts/duration.ts'
import { AskByMinute } from './ask-by-minute.tsx'
import { privateShowOf } from './show-names.ts'
import type { Show } from './use-shows.ts'

interface AskShowProps {
  performer: { _id: string; name: string }
  pricePerMinute: number
  /** So many are paid where the fan ends it before. */
  minutesMin: number
  onAsked: (show: Show) => void
  onClose: () => void
}
/** What a private show costs, what is held when the creator accepts, and how long the wallet lasts. */
export function AskShow({ performer: { _id, name }, pricePerMinute, minutesMin, onAsked, onClose }: AskShowProps) {
  const t = useT()
  const { tokens: number, seconds } = useFormats()
  const balance = useBalance()
  const minutes = Math.max(heldMinutes, minutesMin)
  const hold = pricePerMinute * minutes
  const lasts = Math.floor((balance * 60) / pricePerMinute)
  return (
    <AskByMinute
      what={privateShowOf(_id)}
      hold={hold}
      heldFor={t('live.show.held', { time: seconds(minutes * 60) })}
      title={t('live.show.askTitle')}
      rules={t('live.show.rules', { name, time: seconds(requestSecondsMax) })}
      get={{
        title: t('live.show.perMinute', { tokens: number(pricePerMinute) }),
        detail: t('live.show.onlyYou', { name }),
      }}
      ask={t('live.show.askFor', { name, tokens: number(hold) })}
      request={{ body: { performerId: _id, expectedPrice: pricePerMinute, expectedMinutesMin: minutesMin } }}
      send={(request, change) => change('POST /streaming/private-requests', request)}
      onAsked={onAsked}
      onClose={onClose}
    >
      {(reach) => (
        <>
          {minutesMin > 0 ? (
            <p className="num mt-4 rounded-md bg-surface-2 px-4 py-3 text-sm">
              {t('live.show.minimum', {
                time: seconds(minutesMin * 60),
                tokens: t.tokens(pricePerMinute * minutesMin),
              })}
            </p>
          ) : null}
          <div className="mt-4 rounded-md bg-surface-2 px-4 py-3">
            <p className="flex justify-between gap-3 text-sm">
              <span className="text-ink-2">{t('live.show.lasts')}</span>
              <bdi dir="ltr" className="num font-semibold">
                {clock(lasts * 1_000)}
              </bdi>
            </p>
            <p className="mt-2 text-sm text-ink-3">{reach}</p>
          </div>
        </>
      )}
    </AskByMinute>
  )
}
