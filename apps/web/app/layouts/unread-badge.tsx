import clsx from 'clsx'
import { useT } from '../i18n/context.tsx'
import { type Unread, useUnread } from '../parts/site/unread.ts'
import { CountBadge } from '../ui/badge.tsx'

/** How many new things a link of the navigation leads to; nothing where there are none. */
export function UnreadBadge({ of, className }: { of: keyof Unread; className?: string }) {
  const t = useT()
  const count = useUnread()[of]
  return count > 0 ? (
    <span className={clsx('shrink-0', className)}>
      <span aria-hidden="true">
        <CountBadge count={count} />
      </span>
      <span className="sr-only">{t('ui.nav.unread', { count })}</span>
    </span>
  ) : null
}

/** Where a badge sits in the corner of an icon's button. */
export const onButtonClass = 'absolute end-0 top-0.5 [&_.num]:h-4.5 [&_.num]:min-w-4.5 [&_.num]:px-1 [&_.num]:text-2xs'

/** Where a badge sits on an icon that has no label beside it. */
export const onIconClass =
  'absolute -end-2.5 -top-1.5 [&_.num]:h-4.5 [&_.num]:min-w-4.5 [&_.num]:px-1 [&_.num]:text-2xs'
