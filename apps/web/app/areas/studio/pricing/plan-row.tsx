import { planSavingPercent } from '@fanlight/contract/plan-saving'
import { Trash2 } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { useSite } from '../../../parts/site/site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { bundleMonths, type Draft } from './plan-draft.ts'

interface PlanRowProps {
  draft: Draft
  /** The price of a month by itself, to say what the longer plan saves. */
  monthly: number | null
  name: string
  wrong: boolean
  limits: string
  onChange: (change: Partial<Draft>) => void
  onRemove: () => void
}

/** One plan with a price: its length, its price, what that is a month and in tokens. */
export function PlanRow({ draft, monthly, name, wrong, limits, onChange, onRemove }: PlanRowProps) {
  const t = useT()
  const { money, percent } = useFormats()
  const { currency, tokenValue } = useSite()
  const price = readTokens(draft.price)
  const months = draft.type === 'yearly' ? 12 : draft.months
  const saving =
    monthly && price && draft.type !== 'monthly'
      ? planSavingPercent(Math.round(price * 100), Math.round(monthly * 100), months)
      : 0
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 border-t border-line py-4 sm:grid-cols-[170px_minmax(0,1fr)_auto]">
      <div className="flex min-h-12 items-center gap-2 font-strong">
        {draft.type === 'bundle' ? (
          <Select
            small
            aria-label={t('studio.pricing.months')}
            value={draft.months}
            onChange={(event) => onChange({ months: Number(event.currentTarget.value) })}
          >
            {bundleMonths.map((count) => (
              <option key={count} value={count}>
                {t('studio.pricing.bundle', { count })}
              </option>
            ))}
          </Select>
        ) : (
          name
        )}
      </div>
      <Field
        hideLabel
        label={t('studio.pricing.priceOf', { plan: name })}
        name={`plans.${draft.key}.price`}
        error={draft.price && wrong ? limits : undefined}
        className="col-span-2 sm:col-span-1 sm:col-start-2 sm:row-start-1"
        hint={
          price && !wrong ? (
            <span className="num">
              {months > 1
                ? `${t('studio.pricing.aMonth', { price: money(Math.round((price / months) * 100) / 100, currency) })}${dot}`
                : ''}
              {t.tokens(Math.ceil((price / tokenValue) * 100 - 1e-6) / 100)}
            </span>
          ) : undefined
        }
      >
        <Input
          inputMode="decimal"
          value={draft.price}
          required
          onChange={(event) => onChange({ price: event.currentTarget.value })}
          start={<span className="text-sm">{currency}</span>}
          className="num ps-14!"
          end={
            saving > 0 ? (
              <Badge tone="leaf" className="me-2 h-5! text-2xs!">
                {t('studio.pricing.saves', { percent: percent(saving / 100) })}
              </Badge>
            ) : undefined
          }
        />
      </Field>
      <IconButton
        label={t('studio.pricing.remove', { plan: name })}
        className="col-start-2 row-start-1 mt-1 sm:col-start-3"
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  )
}
