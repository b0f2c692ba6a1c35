import { ArrowLeft, ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { pathOf } from './slug.ts'
import { TextForm } from './text-form.tsx'

export const handle = { messages: ['staff', 'site'] }
export const clientMiddleware = [withMessages('staff', 'site')]

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const { searchParams } = new URL(request.url)
  const [{ data: text }, { data: languages }] = await Promise.all([
    api.call('GET /admin/posts/:slug/:locale', {
      params: { slug: params['slug'] ?? '', locale: params['locale'] ?? '' },
    }),
    api.call('GET /languages'),
  ])
  const direction = languages.find((language) => language.locale === text.locale)?.direction
  return {
    text,
    locales: [...new Set([...languages.map((language) => language.locale), ...text.texts.map((text) => text.locale)])],
    dir: direction === 'RTL' ? ('rtl' as const) : ('ltr' as const),
    // What was said of a page that is about to be written.
    defaults: {
      title: (searchParams.get('title') ?? '').slice(0, 200),
      type: searchParams.get('type') === 'news' ? ('news' as const) : ('page' as const),
    },
  }
}

export type StaffText = Reply<'GET /admin/posts/:slug/:locale'>['data']

/** One page of the site in one language: its text and, beside it, the page as visitors see it. */
export default function PageEditor() {
  const t = useT()
  const { ago } = useFormats()
  const { locale: reader } = usePageInfo()
  const { text, locales, dir, defaults } = useLoaderData<typeof loader>()
  const names = new Intl.DisplayNames([reader], { type: 'language' })
  const { slug, locale, written, shipped } = text
  const path = pathOf(slug)
  const state = written ? (written.isPublished ? 'published' : 'draft') : shipped ? 'shipped' : 'missing'
  const title = written?.title ?? shipped?.title ?? (defaults.title || slug)
  const isRead = state === 'published' || shipped !== null
  // A reload loads the saved text; until then the typed text stays.
  const [round, setRound] = useState(0)
  return (
    <div className="max-w-wide pb-16">
      <PageTitle>{title}</PageTitle>
      <Link
        to="/admin/posts"
        className="inline-flex items-center gap-1.5 text-xs text-ink-2 hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft className="icon size-4! rtl:-scale-x-100" aria-hidden="true" />
        {t('staff.posts.title')}
      </Link>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="min-w-0 text-xl break-words" dir="auto">
          {title}
        </h1>
        <Badge tone={state === 'published' ? 'leaf' : state === 'draft' ? 'lamp' : 'quiet'}>
          {t(`staff.posts.state.${state}`)}
        </Badge>
      </div>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-ink-3" suppressHydrationWarning>
        {isRead ? (
          <a
            href={`${path}?locale=${locale}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 text-primary-text underline pointer-coarse:min-h-11"
          >
            <bdi>{path}</bdi>
            <ExternalLink className="icon size-3.5!" aria-hidden="true" />
            <span className="sr-only">{t('staff.posts.opens')}</span>
          </a>
        ) : (
          <bdi>{path}</bdi>
        )}
        {written
          ? t('staff.posts.changedBy', {
              ago: ago(written.updatedAt),
              name: written.by ?? t('site.settings.commandLine'),
            })
          : null}
      </p>
      <Chips
        label={t('staff.posts.column.languages')}
        className="mt-4"
        tabs={locales.map((otherLocale) => ({
          label: <LanguageLabel name={names.of(otherLocale) ?? otherLocale} text={text} locale={otherLocale} />,
          to: `/admin/posts/${slug}/${otherLocale}${written || text.texts.length > 0 ? '' : `?${new URLSearchParams(defaults)}`}`,
          current: otherLocale === locale,
        }))}
      />
      <TextForm
        key={`${slug}/${locale}/${round}`}
        text={text}
        defaults={defaults}
        dir={dir}
        onReload={() => setRound((now) => now + 1)}
      />
    </div>
  )
}

function LanguageLabel({ name, text, locale }: { name: string; text: StaffText; locale: string }): ReactNode {
  const t = useT()
  const state = text.texts.find((text) => text.locale === locale)?.state ?? 'missing'
  return (
    <>
      <span>
        {name}
        <span className="font-normal">
          {dot}
          {t(`staff.posts.state.${state}`)}
        </span>
      </span>
    </>
  )
}
