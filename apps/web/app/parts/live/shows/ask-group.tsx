import { groupWaitMinutesMax, heldMinutes } from '@fanlight/contract/limits'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Stream } from '../stream.ts'
import { AskByMinute } from './ask-by-minute.tsx'
import { groupShowOf } from './show-names.ts'
import type { Show } from './use-shows.ts'

interface AskGroupProps {
  performer: { _id: string; name: string }
  offer: Stream['groupOffer']
  /** One runs: it is joined at once. */
  running: Stream['groupShow']
  onAsked: (show: Show) => void
  onClose: () => void
}
/** What a group show costs, when it begins, and what is held then. */
export function AskGroup({ performer: { _id, name }, offer, running, onAsked, onClose }: AskGroupProps) {
  const t = useT()
  const { tokens: number, number: count, seconds } = useFormats()
  const price = running?.pricePerMinute ?? offer?.pricePerMinute ?? 0
  const hold = price * heldMinutes
  const rules = running
    ? t('live.group.rulesNow', { tokens: t.tokens(hold) })
    : t('live.group.rules', {
        name,
        least: count(offer?.peopleMin ?? 0),
        time: seconds(groupWaitMinutesMax * 60),
      })
  return (
    <AskByMinute
      what={groupShowOf(_id)}
      hold={hold}
      heldFor={t('live.group.held', { time: seconds(heldMinutes * 60) })}
      title={t('live.group.askTitle')}
      rules={rules}
      get={{
        title: t('live.show.perMinute', { tokens: number(price) }),
        detail: t('live.group.detail', { name, most: count(running?.peopleMax ?? offer?.peopleMax ?? 0) }),
      }}
      ask={t(running ? 'live.group.joinFor' : 'live.group.askFor', { tokens: number(hold) })}
      request={{ body: { performerId: _id, expectedPrice: price } }}
      send={(request, change) => change('POST /streaming/group-shows', request)}
      onAsked={onAsked}
      onClose={onClose}
    >
      {(reach) => <p className="mt-4 rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">{reach}</p>}
    </AskByMinute>
  )
}
