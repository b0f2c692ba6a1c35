import { LockOpen } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import dance from '../../../art/dance.webp'
import flow from '../../../art/flow.webp'
import ink from '../../../art/ink.webp'
import stars from '../../../art/stars.webp'
import wave from '../../../art/wave.webp'
import ines from '../../../art/portrait-ines.webp'
import marisol from '../../../art/portrait-marisol.webp'
import rune from '../../../art/portrait-rune.webp'
import { useT } from '../../../i18n/context.tsx'
import type { CreatorSummary } from '../../../parts/creators/creator-card.tsx'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { LiveBadge } from '../../../ui/badge.tsx'

/** Each pane: its position and size in the illustration, in per cent, and its outline within that box. */
const panes = [
  {
    key: 'yoga',
    image: flow,
    at: [0.003, 18.161, 37.295, 24.494],
    focus: '42% 50%',
    outline: 'M0 1A1.3407 1.7607 0 0 1 .2474 0L1 .7181A.4106 .5392 0 0 0 .9303 1Z',
  },
  {
    key: 'stars',
    image: stars,
    at: [9.873, 2.259, 34.878, 32.728],
    focus: '60% 40%',
    outline: 'M0 .4626A1.4336 1.3177 0 0 1 .6926 0L1 .8696A.439 .4036 0 0 0 .8048 1Z',
  },
  {
    key: 'dance',
    image: dance,
    at: [35.07, 0, 29.86, 30.428],
    focus: '52% 30%',
    outline: 'M0 .0647A1.6745 1.4173 0 0 1 1 .0647L.6409 1A.5128 .4341 0 0 0 .3591 1Z',
  },
  {
    key: 'ink',
    image: ink,
    at: [55.249, 2.259, 34.878, 32.728],
    focus: '50% 40%',
    outline: 'M.3074 0A1.4336 1.3177 0 0 1 1 .4626L.1952 1A.439 .4036 0 0 0 0 .8696Z',
  },
  {
    key: 'surf',
    image: wave,
    at: [62.702, 18.161, 37.295, 24.494],
    focus: '40% 50%',
    outline: 'M.7526 0A1.3407 1.7607 0 0 1 1 1L.0697 1A.4106 .5392 0 0 0 0 .7181Z',
  },
] as const
const rendered = [
  { image: ines, work: 'landing.work.ceramics' },
  { image: marisol, work: 'landing.work.songs' },
  { image: rune, work: 'landing.work.huts' },
] as const

/** Five illustrations in a half circle and three portraits below: of the site's most popular creators, or drawn ones while it has fewer than three. */
export function ClosedNotice({ creators, roomsTotal }: { creators: readonly CreatorSummary[]; roomsTotal: number }) {
  const t = useT()
  return (
    <div className="landing-closed">
      <svg width="0" height="0" className="absolute" aria-hidden="true">
        <defs>
          {panes.map(({ key, outline }) => (
            <clipPath key={key} id={`pane-${key}`} clipPathUnits="objectBoundingBox">
              <path d={outline} />
            </clipPath>
          ))}
        </defs>
      </svg>
      {panes.map(({ key, image, at: [left, top, width, height], focus }) => (
        <Link
          key={key}
          to="/explore"
          aria-label={t(`landing.pane.${key}`)}
          className="pane"
          style={{
            left: `${left}%`,
            top: `${top}%`,
            width: `${width}%`,
            height: `${height}%`,
            clipPath: `url(#pane-${key})`,
          }}
        >
          <img src={image} alt="" width={400} height={300} fetchPriority="high" style={{ objectPosition: focus }} />
        </Link>
      ))}
      <Link to="/explore" className="hub">
        <span>
          {t('landing.comeIn')}
          <small>{roomsTotal > 0 ? t('landing.rooms', { count: roomsTotal }) : t('landing.noRooms')}</small>
        </span>
      </Link>
      {rendered.map(({ image, work }, at) => {
        const creator = creators.length === rendered.length ? creators[at] : undefined
        return (
          <Link
            key={work}
            to={creator ? `/${creator.username}` : '/explore'}
            className="lite"
            style={{ '--at': at } as CSSProperties}
          >
            <img
              src={creator?.avatar || image}
              alt=""
              width={360}
              height={480}
              fetchPriority={at === 1 ? 'high' : 'auto'}
            />
            <span className="shade" aria-hidden="true" />
            {creator?.live ? (
              <span className="absolute start-2 top-2 md:start-3 md:top-3">
                <LiveBadge>{t('ui.live')}</LiveBadge>
              </span>
            ) : null}
            <span className="cap">
              {creator ? <b>{creator.name}</b> : <b>{t(work)}</b>}
              {creator ? <small dir="auto">{creator.tagline || `@${creator.username}`}</small> : null}
            </span>
          </Link>
        )
      })}
      <div className="float float-tip" aria-hidden="true">
        <span className="grid size-9 place-items-center rounded-full bg-token-soft text-token-text">
          <TokenIcon className="size-5" />
        </span>
        <span>
          <b>{t('landing.tip')}</b>
          <small>{t('landing.tipText')}</small>
        </span>
      </div>
      <div className="float float-open" aria-hidden="true">
        <span className="grid size-9 place-items-center rounded-full bg-success-soft text-success-text">
          <LockOpen className="icon size-4!" />
        </span>
        <span>
          <b>{t('landing.unlock')}</b>
          <small>{t('landing.unlockText')}</small>
        </span>
      </div>
    </div>
  )
}
