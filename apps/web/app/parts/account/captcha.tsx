import { lazy, Suspense } from 'react'
import type { ProblemData } from '../../api/problem.ts'
import { useT } from '../../i18n/context.tsx'
import { useHydrated } from '../../ui/hydrated.ts'

// Most people never meet it: its code is fetched when a form was refused for want of a pass.
const CaptchaBox = lazy(() => import('./captcha-box.tsx').then(({ CaptchaBox }) => ({ default: CaptchaBox })))

/** Goes inside a form that may require a captcha. It gets a token and submits the form again, with the token in `captcha`. */
export function Captcha({ problem }: { problem: ProblemData | null | undefined }) {
  const t = useT()
  const hydrated = useHydrated()
  if (problem?.code !== 'CAPTCHA_REQUIRED') return null
  return (
    <div className="rounded-md bg-surface-2 px-4 py-3 text-sm">
      <noscript>{t('ui.captcha.noScript')}</noscript>
      {hydrated ? (
        <Suspense fallback={t('ui.captcha.working')}>
          <CaptchaBox />
        </Suspense>
      ) : null}
    </div>
  )
}
