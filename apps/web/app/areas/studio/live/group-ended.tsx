import { useT } from '../../../i18n/context.tsx'
import { Line } from '../../../parts/live/shows/lines.tsx'
import type { Show } from '../../../parts/live/shows/use-shows.ts'
import { Price } from '../../../parts/money/price.tsx'
import { clock } from '../../../parts/posts/duration.ts'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'

/** What a group show that is over has brought from each who was in it, and in all. */
export function GroupEnded({ shows, onClose }: { shows: readonly Show[]; onClose: () => void }) {
  const t = useT()
  // Hundredths of a token, so that nothing is lost by adding up.
  const earned = shows.reduce((sum, show) => sum + Math.round((show.earned ?? 0) * 100), 0) / 100
  return (
    <section aria-labelledby="group-ended" className="rounded-lg bg-surface p-4 ring-1 ring-line max-md:mx-4">
      <div className="flex items-center gap-3">
        <h2 id="group-ended" className="min-w-0 flex-1 text-lg">
          {t('liveStudio.group.ended')}
        </h2>
        <Button size="sm" onClick={onClose}>
          {t('liveStudio.show.done')}
        </Button>
      </div>
      <dl className="num mt-4 grid gap-3 border-t border-line pt-4">
        {shows.map((show) => (
          <Line
            key={show._id}
            label={
              <>
                <bdi>{show.user.name}</bdi>
                {dot}
                <bdi dir="ltr">{clock(show.counted * 1_000)}</bdi>
              </>
            }
            value={<Price tokens={show.cost} />}
          />
        ))}
        <Line strong label={t('live.show.youEarn')} value={<Price tokens={earned} />} />
      </dl>
    </section>
  )
}
