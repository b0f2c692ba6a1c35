import clsx from 'clsx'
import { Check } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'

const steps = ['pending', 'approved', 'processing', 'paid'] as const

/** How far a payout is, of the four steps of one that succeeds. */
export function PayoutSteps({ status }: { status: (typeof steps)[number] }) {
  const t = useT()
  const reached = steps.indexOf(status)
  return (
    <ol aria-label={t('payout.steps')} className="@container grid grid-cols-4 gap-1.5">
      {steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === reached ? 'step' : undefined}
          className={clsx(
            'border-t-[3px] pt-2 text-xs leading-tight',
            at <= reached ? 'border-success text-ink' : 'border-line text-ink-3 forced-colors:border-dotted',
            at === reached && 'font-bold forced-colors:border-[Highlight]',
          )}
        >
          {at < reached ? (
            <Check className="icon me-1 inline size-3.5! align-[-2px] @max-md:hidden" aria-hidden="true" />
          ) : null}
          {t(`payout.status.${step}`)}
        </li>
      ))}
    </ol>
  )
}
