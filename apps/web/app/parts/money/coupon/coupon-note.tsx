import clsx from 'clsx'
import { TicketPercent } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reply } from '../../../api/contract.ts'
import type { ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useCouponProblemText, useDiscountText } from './coupon-texts.ts'

export type LookedAtCoupon = Reply<'GET /coupons/:code'>['data']

interface CouponNoteProps {
  code: string
  /** What it gives, or why it can’t be used. */
  looked: LookedAtCoupon | ProblemData
  kind: 'subscription' | 'tokens'
  currency: string
  /** It is for something else than what is chosen here. */
  isElsewhere?: boolean
  /** What it comes to here. */
  children?: ReactNode
  onRemove?: () => void
}
/** The code with which a page was opened: what it gives and until when, before anything is chosen, or why it can’t be used. */
export function CouponNote({ code, looked, kind, currency, isElsewhere = false, children, onRemove }: CouponNoteProps) {
  const t = useT()
  const { dateTime } = useFormats()
  const discountText = useDiscountText()
  const problemText = useCouponProblemText()
  const isGood = 'offers' in looked
  return (
    <div
      role="status"
      className={clsx(
        'flex items-start gap-2.5 rounded-md px-3.5 py-2.5 text-sm',
        !isGood
          ? 'bg-danger-soft text-danger-soft-ink'
          : isElsewhere
            ? 'bg-surface-2 text-ink-2'
            : 'bg-success-soft text-success-soft-ink',
      )}
    >
      <TicketPercent className="icon mt-px size-5! shrink-0" aria-hidden="true" />
      <div className="num min-w-0 flex-1 wrap-anywhere">
        <b className="block font-strong">
          {isGood
            ? t('wallet.coupon.line', { code: looked.code, discount: discountText(looked) })
            : t('wallet.coupon.linePlain', { code: code.toUpperCase() })}
        </b>
        {isGood ? (
          <>
            {children}
            {looked.endsAt ? <p>{t('wallet.coupon.until', { date: dateTime(looked.endsAt) })}</p> : null}
          </>
        ) : (
          problemText(looked, { kind, price: null, currency })
        )}
      </div>
      {onRemove ? (
        <button
          type="button"
          aria-label={t('wallet.coupon.removeCode', { code: code.toUpperCase() })}
          onClick={onRemove}
          className="inline-flex min-h-6 shrink-0 items-center font-medium underline underline-offset-2 pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
        >
          {t('wallet.coupon.remove')}
        </button>
      ) : null}
    </div>
  )
}
