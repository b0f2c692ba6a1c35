import { lazy, Suspense } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import type { Counts } from './filters.tsx'
import type { Criteria } from './query.ts'

export interface PricesProps {
  criteria: Pick<Criteria, 'priceFrom' | 'priceTo'>
  /** Asks for the list of what the form says. */
  onChosen: (form: HTMLFormElement) => void
}

// Without its script there are still the two fields.
const PriceSlider = lazy(() =>
  import('./price-slider.tsx').then(
    ({ PriceSlider }) => ({ default: PriceSlider }),
    () => ({ default: PriceFields }),
  ),
)

/** What a month may cost: a range over how many creators ask how much. Two fields before the sheet was opened and without scripts. */
export function Prices({ bands, ...props }: PricesProps & { bands: Counts['prices'] | null }) {
  const t = useT()
  return (
    <fieldset className="filter-part">
      <legend>{t('explore.price')}</legend>
      {bands ? (
        <Suspense fallback={<div className="h-24" />}>
          <PriceSlider {...props} bands={bands} />
        </Suspense>
      ) : (
        <PriceFields {...props} />
      )}
    </fieldset>
  )
}

function PriceFields({ criteria, onChosen }: PricesProps) {
  const t = useT()
  const { currency } = useSite()
  const field = (name: 'priceFrom' | 'priceTo') => (
    <Field label={t(`explore.${name}`)} name={name}>
      <Input
        small
        inputMode="decimal"
        pattern="\d{1,7}([.,]\d{1,2})?"
        maxLength={10}
        defaultValue={criteria[name]}
        placeholder={currency}
        onChange={(event) => event.stopPropagation()}
        onBlur={(event) => {
          const { form, defaultValue, value } = event.currentTarget
          if (form && value !== defaultValue && event.currentTarget.validity.valid) onChosen(form)
        }}
      />
    </Field>
  )
  return (
    <FormProblem problem={null}>
      <div className="grid grid-cols-2 gap-2.5">
        {field('priceFrom')}
        {field('priceTo')}
      </div>
    </FormProblem>
  )
}
