import clsx from 'clsx'
import { useT } from '../../i18n/context.tsx'

/** A scalloped sky-blue badge with a dark tick: the creator's documents were verified. */
export function VerifiedBadge({ className }: { className?: string }) {
  const t = useT()
  return (
    <svg
      viewBox="0 0 20 20"
      role="img"
      aria-label={t('ui.verified')}
      className={clsx('shrink-0', className ?? 'size-[17px]')}
    >
      <path
        className="fill-primary"
        d="M10 .9l2.3 1.7 2.8-.1.8 2.7 2.3 1.7-1 2.7 1 2.6-2.3 1.7-.8 2.7-2.8-.1L10 18.9l-2.3-1.7-2.8.1-.8-2.7-2.3-1.7 1-2.6-1-2.7 2.3-1.7.8-2.7 2.8.1z"
      />
      <path
        className="stroke-on-primary"
        d="M6.4 10.2l2.5 2.4 4.7-5"
        fill="none"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
