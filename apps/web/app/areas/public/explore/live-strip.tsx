import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { StreamBadges } from '../../../parts/live/stream-row.tsx'
import { StreamPicture } from '../../../parts/live/stream-picture.tsx'
import { Avatar } from '../../../ui/avatar.tsx'

type Streams = Reply<'GET /streaming/user/search'>

/** Who is live, the most watched first. */
export function LiveStrip({ live }: { live: Streams }) {
  const t = useT()
  if (live.data.length === 0) return null
  return (
    <section aria-labelledby="live-now" className="mt-6">
      <div className="section-head">
        <h2 id="live-now">{t('explore.liveNow')}</h2>
        <Link to="/live" className="link text-sm">
          {t('explore.allLive', { count: live.total })}
        </Link>
      </div>
      <ul className="live-strip">
        {live.data.map((stream) => {
          const { _id, performer, title } = stream
          return (
            <li key={_id}>
              <Link to={`/${performer.username ?? performer._id}/live`} className="live-tile group">
                <StreamPicture stream={stream} />
                <span className="absolute start-3 top-3 flex gap-1.5">
                  <StreamBadges stream={stream} />
                </span>
                <span className="live-tile-foot">
                  <Avatar src={performer.avatar} size={36} />
                  <span className="min-w-0 text-sm leading-tight">
                    <b dir="auto" className="block truncate">
                      {performer.name}
                    </b>
                    <span dir="auto" className="block truncate">
                      {title}
                    </span>
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
