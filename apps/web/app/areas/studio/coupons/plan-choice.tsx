import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { pricedPlans } from './coupon-draft.ts'
import { type Plan, usePlanTitle } from '../../../parts/money/coupon/coupon-list.ts'

interface PlanChoiceProps {
  plans: readonly Plan[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** For which plans; none chosen are all of them. */
export function PlanChoice({ plans, chosen, onChange }: PlanChoiceProps) {
  const t = useT()
  const { list, money } = useFormats()
  const titleOf = usePlanTitle()
  const priced = pricedPlans(plans)
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{t('studio.coupons.plans')}</legend>
      <div className="flex flex-wrap gap-2">
        {priced.map((plan) => (
          <label
            key={plan.planId}
            className="inline-flex min-h-[34px] cursor-pointer items-center gap-2 rounded-full bg-surface-2 px-3.5 text-sm font-medium text-ink-2 has-checked:bg-primary-soft has-checked:text-primary-soft-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              name="planIds"
              className="tick"
              checked={chosen.includes(plan.planId)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...chosen, plan.planId]
                    : chosen.filter((planId) => planId !== plan.planId),
                )
              }
            />
            <span className="num">{list([titleOf(plan), money(plan.price ?? 0, plan.currency)])}</span>
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-xs text-ink-3">
        {priced.length > 0 ? (
          t('studio.coupons.plansHint')
        ) : (
          <>
            {t('studio.coupons.noPlans')}{' '}
            <Link to="/creator/pricing" className="link">
              {t('ui.nav.plans')}
            </Link>
          </>
        )}
      </p>
    </fieldset>
  )
}
