import { type LoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { CreatorCard } from '../../../parts/creators/creator-card.tsx'
import { promosFor } from '../../../parts/site/promos.server.ts'
import { Promos } from '../../../parts/site/promos.tsx'
import { useSettings, useSite } from '../../../parts/site/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ClosedNotice } from './closed-site.tsx'
import { frontPage } from './front-page.server.ts'
import { Faces } from './faces.tsx'
import { RoomCard } from './room-card.tsx'
import { StartBand, WhyBand } from './why-band.tsx'
import './landing.css'

// spec: seo.robots

export const handle = { layout: 'public', signIn: 'none', messages: ['landing', 'reasons'] }
export const clientMiddleware = [withMessages('landing', 'reasons')]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { api } = requestContextOf(context)
  const [front, promos] = await Promise.all([frontPage(api), promosFor(api, request, 'landing')])
  return { ...front, promos }
}

export default function Landing() {
  const t = useT()
  const { number, percent } = useFormats()
  const { name, creatorShare } = useSite()
  const { creators, rooms, roomsTotal, promos } = useLoaderData<typeof loader>()
  return (
    <>
      <Head title={`${name}: ${t('landing.title')}`} description={t('landing.description')} siteName={name} />
      <section className="hero">
        <div className="spill" aria-hidden="true" />
        <div className="relative">
          <h1>{t('landing.title')}</h1>
          <p className="lead">{t('landing.lead', { share: percent(creatorShare) })}</p>
          <div className="cta">
            <ButtonLink to="/auth/register" variant="primary" size="xl">
              {t('landing.joinFan')}
            </ButtonLink>
            <ButtonLink to="/auth/register/creator" variant="outline" size="xl">
              {t('landing.joinCreator')}
            </ButtonLink>
          </div>
          <div className="landing-features">
            <Faces />
            <p className="max-w-72">{t.rich('landing.free', { b: (text) => <b className="text-ink">{text}</b> })}</p>
          </div>
        </div>
        <ClosedNotice creators={creators.slice(0, 3)} roomsTotal={roomsTotal} />
      </section>

      {promos.length > 0 ? (
        <div className="band">
          <Promos promos={promos} />
        </div>
      ) : null}

      {rooms.length > 0 ? (
        <section className="band" aria-labelledby="rooms">
          <div className="bandhead">
            <h2 id="rooms">{t('landing.live.title')}</h2>
            <p className="text-xs text-ink-3 max-md:hidden">{t('landing.live.lead')}</p>
            <Link to="/live" className="link ms-auto text-sm whitespace-nowrap">
              {t('landing.live.all', { count: roomsTotal })}
            </Link>
          </div>
          <ul className="rooms">
            {rooms.map((room) => (
              <li key={room._id}>
                <RoomCard room={room} viewers={number(room.viewers)} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}

      <section className="band" aria-labelledby="creators">
        <div className="bandhead">
          <h2 id="creators">{t('landing.creators.title')}</h2>
          <p className="text-xs text-ink-3 max-md:hidden">{t('landing.creators.lead')}</p>
          {creators.length > 0 ? (
            <Link to="/explore" className="link ms-auto text-sm whitespace-nowrap">
              {t('landing.creators.all')}
            </Link>
          ) : null}
        </div>
        {creators.length > 0 ? (
          <ul className="creators">
            {creators.slice(0, 6).map((creator) => (
              <li key={creator._id}>
                <CreatorCard creator={creator} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="rounded-lg bg-surface px-6 py-8 text-center text-ink-2 ring-1 ring-line">
            {t('landing.creators.empty')}{' '}
            <Link to="/auth/register/creator" className="link">
              {t('landing.creators.beFirst')}
            </Link>
          </p>
        )}
      </section>

      <WhyBand />
      <StartBand />
    </>
  )
}

function Head({ title, description, siteName }: { title: string; description: string; siteName: string }) {
  const { origin, locale } = usePageInfo()
  const locales = useSettings()?.supportedLocales ?? []
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="index,follow" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:locale" content={locale.replace('-', '_')} />
      <meta property="og:image" content={`${origin}/og.png`} />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="canonical" href={`${origin}/`} />
      {locales.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={`${origin}/?locale=${locale}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={`${origin}/`} />
    </>
  )
}
