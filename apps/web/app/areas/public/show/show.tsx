import { Clock, Film, HandCoins, Radio, RotateCcw, ShieldCheck, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { isPledging, latestOf } from '../../../parts/live/tickets/ticket-show.ts'
import { itemMeta, profilePath, siteOf } from '../../../parts/posts/item-page.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Pass } from './pass.tsx'

export const handle = { signIn: 'optional', messages: ['tickets', 'post', 'profile'] }
export const clientMiddleware = [withMessages('tickets', 'post', 'profile')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const { data: show } = await api.call('GET /streaming/ticket-shows/:id', { params: { id: params['id'] ?? '' } })
  const [{ data: profile }, page] = await Promise.all([
    api.call('GET /performers/:id', { params: { id: show.performer._id } }),
    siteOf(context),
  ])
  return { show, cover: profile.cover, page }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { show, page } = loaderData
  const path = `/show/${show._id}`
  return itemMeta({ ...show, text: show.about }, page, { path, image: `${profilePath(show.performer)}/card.png` })
}

/** A show with tickets: what it is, when, what one gets, what happens when it doesn't take place. */
export default function ShowPage() {
  const t = useT()
  const { show, cover } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-20 md:px-8 md:pt-6">
      <PageHead title={<bdi className="md:sr-only">{show.title}</bdi>} back="/live" className="md:mb-0!" />
      <Hero cover={cover} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-11 gap-y-9 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Pass key={show._id} show={show} />
        <div className="grid min-w-0 gap-9 lg:col-start-1 lg:row-start-1">
          {show.about ? (
            <section>
              <h2 className="mb-2 text-xl">{t('tickets.form.about')}</h2>
              <p dir="auto" className="whitespace-pre-line text-ink-2 wrap-anywhere">
                {show.about}
              </p>
            </section>
          ) : null}
          {show.status === 'planned' || show.status === 'live' ? <Terms /> : null}
        </div>
      </div>
    </div>
  )
}

function Hero({ cover }: { cover: string | null }) {
  const t = useT()
  const { show } = useLoaderData<typeof loader>()
  const { performer } = show
  return (
    <header className="relative isolate overflow-hidden bg-linear-to-br from-[#4a2e14] via-[#1d1a22] to-[#123a63] text-white max-md:-mx-4 md:rounded-xl">
      {cover ? <img src={cover} alt="" className="absolute inset-0 -z-10 size-full object-cover opacity-80" /> : null}
      {cover ? (
        <div className="absolute inset-0 -z-10 bg-linear-to-t from-[#140a07] via-[#140a07]/65 to-[#140a07]/20 md:bg-linear-to-r md:rtl:bg-linear-to-l" />
      ) : null}
      <div className="flex min-h-72 max-w-2xl flex-col justify-end px-4 py-6 md:min-h-92 md:px-9 md:py-8">
        <p>
          <Badge tone="media">
            {show.goal === null ? <Ticket aria-hidden="true" /> : <HandCoins aria-hidden="true" />}
            {t(show.goal === null ? 'tickets.kind' : 'tickets.pledge.kind')}
          </Badge>
        </p>
        <p
          dir="auto"
          aria-hidden="true"
          className="mt-3 font-display text-4xl font-heavy tracking-[-.03em] text-balance max-md:text-3xl wrap-anywhere"
        >
          {show.title}
        </p>
        <Link to={profilePath(performer)} className="mt-4 flex w-fit items-center gap-2.5">
          <Avatar src={performer.avatar} size={40} />
          <span className="flex min-w-0 items-center gap-1 font-semibold">
            <bdi className="truncate">{performer.name}</bdi>
            {performer.isVerified ? <VerifiedBadge /> : null}
          </span>
        </Link>
      </div>
    </header>
  )
}

function Terms() {
  const t = useT()
  const { dateTime, time } = useFormats()
  const { show } = useLoaderData<typeof loader>()
  const { myTicket } = show
  const { name } = show.performer
  return (
    <section>
      <h2 className="mb-3 text-xl">{t('tickets.what')}</h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        <Term icon={<Radio />} title={t('tickets.live')} text={t('tickets.liveHint', { name })} />
        <Term icon={<ShieldCheck />} title={t('tickets.held')} text={t('tickets.heldHint', { name })} />
        <Term
          icon={<RotateCcw />}
          title={t('tickets.refund')}
          text={
            isPledging(show)
              ? t('tickets.pledge.refundHint', { time: dateTime(latestOf(show)) })
              : t('tickets.refundHint', {
                  time: time(latestOf(show)),
                  tokens: t.tokens(myTicket && !myTicket.isReturned ? myTicket.tokens : show.price),
                })
          }
        />
        {show.goal === null || isPledging(show) ? (
          <Term
            icon={<Clock />}
            title={t(show.goal === null ? 'tickets.return' : 'tickets.pledge.return')}
            text={t('tickets.returnHint')}
          />
        ) : null}
        {show.promisesReplay ? (
          <Term icon={<Film />} title={t('tickets.replay')} text={t('tickets.replayHint')} />
        ) : null}
      </ul>
    </section>
  )
}

const Term = ({ icon, title, text }: { icon: ReactNode; title: string; text: string }) => (
  <li className="flex gap-3.5 rounded-lg bg-surface p-4 ring-1 ring-line">
    <span aria-hidden="true" className="mt-0.5 shrink-0 text-primary-text [&>svg]:size-5">
      {icon}
    </span>
    <span className="min-w-0">
      <b className="block">{title}</b>
      <span className="mt-0.5 block text-sm text-ink-2">{text}</span>
    </span>
  </li>
)
