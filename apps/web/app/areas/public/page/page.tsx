import { ChevronDown } from 'lucide-react'
import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { ApiProblem } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { sanitised } from '../../../trusted.ts'
import '../../../parts/site/prose.css'
import './page.css'

export const handle = { layout: 'public', whileUnfinished: true, whileTermsDue: true, messages: ['page'] }
export const clientMiddleware = [withMessages('page')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const requestContext = requestContextOf(context)
  const slug = params['slug'] ?? ''
  const locale = await requestContext.locale()
  const [{ data: post }, settings] = await Promise.all([
    apiOf(context)
      .call('GET /posts/:id', { params: { id: slug }, query: { locale } })
      .catch((error: unknown) => {
        // No such page, or no name that a page can have.
        if (error instanceof ApiProblem && (error.status === 404 || error.status === 422))
          throw data(null, { status: 404 })
        throw error
      }),
    requestContext.settings(),
  ])
  return { post, origin: requestContext.origin, siteName: settings.siteName }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { post, origin, siteName } = loaderData
  const title = `${post.title} · ${siteName}`
  const url = `${origin}/page/${post.slug}`
  return [
    { title },
    { name: 'description', content: post.summary },
    { name: 'robots', content: 'index,follow' },
    { property: 'og:type', content: 'article' },
    { property: 'og:site_name', content: siteName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: post.summary },
    { property: 'og:url', content: url },
    { tagName: 'link', rel: 'canonical', href: url },
    ...post.locales.map((locale) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang: locale,
      href: `${url}?locale=${locale}`,
    })),
  ]
}

export default function Page() {
  const t = useT()
  const { date } = useFormats()
  const { locale } = usePageInfo()
  const { post } = useLoaderData<typeof loader>()
  // The page's text may be in another language than the navigation.
  const lang = post.locale === locale ? undefined : post.locale
  return (
    <article className="reading" lang={lang}>
      <header className="reading-head">
        <h1 className="text-3xl md:text-[3rem] md:leading-[1.08]">{post.title}</h1>
        {post.summary ? (
          <p className="mt-4 max-w-[36em] text-lg leading-[1.6] text-ink-2 md:text-xl md:leading-[1.5]">
            {post.summary}
          </p>
        ) : null}
        <p className="mt-4 text-xs text-ink-3">
          {t('page.changed')} <time dateTime={post.updatedAt}>{date(post.updatedAt)}</time>
        </p>
        {post.sections.length > 2 ? (
          <details className="reading-short group">
            <summary className="flex min-h-12 items-center justify-between gap-3 font-semibold">
              {t('page.sections')}
              <ChevronDown
                className="icon text-ink-3 transition-transform duration-(--fast) group-open:rotate-180"
                aria-hidden="true"
              />
            </summary>
            <Sections sections={post.sections} className="pb-3" />
          </details>
        ) : null}
      </header>
      {/* oxlint-disable-next-line react/no-danger -- The server has sanitised it by its allow list, on the way in and on the way out. */}
      <div className="prose" dangerouslySetInnerHTML={sanitised(post.html)} />
      {post.sections.length > 2 ? (
        <nav className="reading-toc" aria-label={t('page.sections')}>
          <p className="mb-2 text-xs font-semibold text-ink-3" aria-hidden="true">
            {t('page.sections')}
          </p>
          <Sections sections={post.sections} />
        </nav>
      ) : null}
    </article>
  )
}

function Sections({ sections, className = '' }: { sections: { id: string; title: string }[]; className?: string }) {
  return (
    <ul className={`flex flex-col text-sm ${className}`}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className="block py-1.5 text-ink-2 hover:text-ink max-lg:py-2.5 max-lg:text-md">
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
