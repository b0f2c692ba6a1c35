import { Link, useLocation } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { usePageHandle } from '../../layouts/page-handle.ts'
import { useMe } from '../site/site.ts'
import { Answers } from './answers.tsx'
import sheet from './question.css?url'

/** At the foot of the window and first in the order of reading; it takes room of its own, so nothing stays covered. */
export function AnalyticsQuestion({ consentVersion }: { consentVersion: string }) {
  const t = useT()
  const me = useMe()
  const { layout } = usePageHandle()
  const { pathname, search } = useLocation()
  const besideRail = me !== null && layout === 'primary'
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <section
        aria-label={t('cookies.title')}
        data-nosnippet
        data-analytics
        className={besideRail ? 'cookie-question cookie-question-beside' : 'cookie-question'}
      >
        <div>
          <p>
            {t('cookies.question')}{' '}
            <Link to="/cookies" className="link">
              {t('cookies.more')}
            </Link>
          </p>
          <Answers consentVersion={consentVersion} back={pathname + search} />
        </div>
      </section>
    </>
  )
}
