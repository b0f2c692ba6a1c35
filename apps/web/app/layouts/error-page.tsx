import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { call } from '../api/client.ts'
import type { ProblemData } from '../api/problem.ts'
import { usePageInfo, useT } from '../i18n/context.tsx'
import { LogoMark } from '../parts/site/logo.tsx'
import { useMe } from '../parts/site/site.ts'
import { buttonClass } from '../ui/button.tsx'
import { useProblemText } from '../ui/form.tsx'
import { BrokenWindow, ForbiddenArt, DarkWindow, NotFoundArt } from './error-art.tsx'

export interface ErrorPageProps {
  error: { status: number; data: unknown }
  /** Nothing is around it: no bar, no rail. */
  alone?: boolean
}

/** Every way a page can fail, rendered: gone, closed, blocked, under repair, broken. */
export function ErrorPage({ error: { status, data }, alone = false }: ErrorPageProps) {
  const t = useT()
  const problemText = useProblemText()
  const { requestId } = usePageInfo()
  const { pathname, search } = useLocation()
  const me = useMe()
  useRecovery((data as Partial<ProblemData> | null)?.code === 'MAINTENANCE')
  const problem = (data ?? null) as (Partial<ProblemData> & { image?: string }) | null
  const home = (
    <Link to="/" reloadDocument className={buttonClass('primary', 'lg')}>
      {t('ui.failed.home')}
    </Link>
  )
  const again = (
    <a href={pathname + search} className={buttonClass('primary', 'lg')}>
      {t('ui.failed.again')}
    </a>
  )

  // An installation's own image of its maintenance, where it has one.
  const own = problem?.image && problem.image !== '/maintenance.svg' ? problem.image : null
  const page = ((): { title: string; text: string; more?: string | null; art: ReactNode; action: ReactNode } => {
    if (status === 404)
      return {
        title: t('ui.failed.missing.title'),
        text: t('ui.failed.missing.text'),
        art: <DarkWindow />,
        action: home,
      }
    if (status === 403)
      return {
        title: t('ui.failed.closed.title'),
        text: problem?.code && problem.message ? problemText(problem as ProblemData) : t('ui.failed.closed.text'),
        art: <ForbiddenArt />,
        action: home,
      }
    // A whole site that is closed fails with nothing around it; inside a page, it is a creator who blocks the country.
    if (status === 451)
      return {
        title: t('ui.failed.blocked.title'),
        text: alone ? t('ui.failed.blocked.text') : t('ui.failed.hidden.text'),
        more: !alone && me ? t('ui.failed.hidden.bought') : null,
        art: <ForbiddenArt />,
        action: alone ? null : me ? (
          <Link to="/user/purchases" className={buttonClass('primary', 'lg')}>
            {t('ui.failed.hidden.library')}
          </Link>
        ) : (
          home
        ),
      }
    if (problem?.code === 'MAINTENANCE')
      return {
        title: t('ui.failed.maintenance.title'),
        text: t('ui.failed.maintenance.text'),
        art: own ? <img src={own} alt="" width={440} height={260} /> : <NotFoundArt />,
        action: again,
      }
    if (problem?.code === 'OFFLINE')
      return {
        title: t('ui.failed.offline.title'),
        text: t('ui.failed.offline.text'),
        art: <DarkWindow />,
        action: again,
      }
    if (status === 429 || status === 503)
      return {
        title: t('ui.failed.busy.title'),
        text: problem?.code === 'TOO_MANY_REQUESTS' ? problemText(problem as ProblemData) : t('ui.failed.busy.text'),
        art: <NotFoundArt />,
        action: again,
      }
    return {
      title: t('ui.failed.broken.title'),
      text: t('ui.failed.broken.text'),
      art: <BrokenWindow />,
      action: again,
    }
  })()
  // Without a response, the only number is that of the page before.
  const id = status === 0 ? null : (problem?.requestId ?? requestId)
  const Main = alone ? 'main' : 'div'
  return (
    <Main
      className={`flex flex-col items-center justify-center px-6 py-12 text-center ${alone ? 'min-h-dvh' : 'min-h-[min(78dvh,46rem)]'}`}
    >
      <title>{page.title}</title>
      <meta name="robots" content="noindex" />
      {problem?.code === 'MAINTENANCE' ? <meta httpEquiv="refresh" content="60" /> : null}
      {alone ? <LogoMark className="absolute inset-x-0 top-8 mx-auto" /> : null}
      <div className="w-[min(20rem,72vw)]">{page.art}</div>
      <h1 className="mt-9 text-3xl">{page.title}</h1>
      <p className="mt-3 max-w-[26em] text-lg text-balance text-ink-2">{page.text}</p>
      {page.more ? <p className="mt-3 max-w-[32em] text-balance text-ink-2">{page.more}</p> : null}
      {page.action ? <div className="mt-7">{page.action}</div> : null}
      {id && status !== 451 ? (
        <p className="mt-8 text-xs text-balance text-ink-3">{t('ui.requestId', { id })}</p>
      ) : null}
    </Main>
  )
}

const pollEveryMs = 10_000

/** Comes back by itself when the site does. Without scripts the page loads itself anew each minute. */
function useRecovery(isClosed: boolean): void {
  useEffect(() => {
    if (!isClosed) return
    const poll = setInterval(async () => {
      const open = await call('GET /settings/public').then(
        ({ maintenanceMode }) => !maintenanceMode,
        () => false,
      )
      if (open) location.reload()
    }, pollEveryMs)
    return () => clearInterval(poll)
  }, [isClosed])
}
