import { lazy, Suspense } from 'react'
import type { ProblemData } from '../api/problem.ts'
import { useT } from '../i18n/context.tsx'
import { useAwake } from '../ui/awake.ts'

// Most people never meet it: its code is fetched when a form was refused for want of a pass.
const CaptchaBox = lazy(() => import('./captcha-box.tsx').then(({ CaptchaBox }) => ({ default: CaptchaBox })))

/** Inside of a form that may be asked for a pass. It gets one and sends the form again, as the field `captcha`. */
export function Captcha({ problem }: { problem: ProblemData | null | undefined }) {
  const t = useT()
  const awake = useAwake()
  if (problem?.code !== 'CAPTCHA_REQUIRED') return null
  return (
    <div className="rounded-md bg-surface-2 px-4 py-3 text-sm">
      <noscript>{t('ui.captcha.noScript')}</noscript>
      {awake ? (
        <Suspense fallback={t('ui.captcha.working')}>
          <CaptchaBox />
        </Suspense>
      ) : null}
    </div>
  )
}
