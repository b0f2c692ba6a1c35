import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useFormats, useT } from '../i18n/context.tsx'
import { limitStep } from './limit-step.ts'

/**
 * How much of a limit is used, for every field that has one: shown from 80 % on. It is said where the limit comes near, is reached or is
 * passed, not at each key.
 */
export function Counter({ length, max, className }: { length: number; max: number; className?: string }) {
  const t = useT()
  const { number } = useFormats()
  const step = limitStep(length, max)
  const before = useRef(step)
  const [said, setSaid] = useState('')
  const left = max - length
  useEffect(() => {
    if (step > before.current)
      setSaid(
        left < 0
          ? t('ui.overLimit', { count: -left })
          : left === 0
            ? t('ui.limitReached')
            : t('ui.charactersLeft', { count: left }),
      )
    else if (step < before.current) setSaid('')
    before.current = step
  }, [step, left, t])
  return (
    <>
      {step > 0 ? (
        <span className={clsx('num text-2xs', left < 0 ? 'font-semibold text-danger-text' : 'text-ink-3', className)}>
          <bdi dir="ltr">
            {number(length)} / {number(max)}
          </bdi>
        </span>
      ) : null}
      <span role="status" className="sr-only" data-counter>
        {said}
      </span>
    </>
  )
}
