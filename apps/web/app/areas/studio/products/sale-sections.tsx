import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import type { Region } from '../../../parts/geo/regions.server.ts'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Earned } from '../editor/audience-section.tsx'
import type { Creator } from '../editor/creator.ts'
import type { PriceLimits } from '../editor/draft.ts'
import { CountriesField } from './countries-field.tsx'
import { processingDaysMax, type ProductDraft, productTypes, readFee, readWhole, stockMax } from './product-draft.ts'

interface SectionProps {
  draft: ProductDraft
  onChange: (change: Partial<ProductDraft>) => void
}
const sectionClass = 'composer-card grid gap-4 p-4 md:px-[18px]'

/** Whether it is shipped or downloaded: chosen once. */
export function TypeSection({ draft, isFixed, onChange }: SectionProps & { isFixed: boolean }) {
  const t = useT()
  return (
    <section className={sectionClass}>
      {isFixed ? (
        <p className="text-sm text-ink-2">
          <b className="text-ink">{t(`studio.products.type.${draft.type}`)}</b>
          <br />
          {t('studio.products.typeFixed')}
        </p>
      ) : (
        <RadioCards
          columns
          name="type"
          legend={t('studio.products.type')}
          value={draft.type}
          onChange={(type) => onChange({ type: type as ProductDraft['type'] })}
          choices={productTypes.map((type) => ({
            value: type,
            title: t(`studio.products.type.${type}`),
            detail: t(`studio.products.typeHint.${type}`),
          }))}
        />
      )}
    </section>
  )
}

/** What one piece costs, and how many there are. */
export function PriceSection({
  draft,
  creator,
  least,
  most,
  onChange,
}: SectionProps & PriceLimits & { creator: Creator }) {
  const t = useT()
  const { number } = useFormats()
  const price = readTokens(draft.price)
  const fits = price !== null && price >= least && price <= most
  const limits = t('studio.editor.priceLimits', { least: number(least), most: number(most) })
  // While it is being typed, "1" is the beginning of "120".
  const [isLeft, setLeft] = useState(false)
  const isWrong = isLeft && draft.price !== '' && !fits
  const isStockWrong = draft.isLimited && draft.stock !== '' && readWhole(draft.stock, stockMax) === null
  return (
    <section className={sectionClass}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('studio.editor.price')}
          name="price"
          hint={fits ? <Price tokens={price} /> : limits}
          error={isWrong ? limits : undefined}
          required
        >
          <Input
            onBlur={() => setLeft(true)}
            inputMode="decimal"
            autoComplete="off"
            value={draft.price}
            onChange={(event) => onChange({ price: event.currentTarget.value })}
            className="num"
          />
        </Field>
        {draft.isLimited ? (
          <Field
            label={t('studio.products.inStock')}
            name="stock"
            error={isStockWrong ? t('studio.obstacle.stock') : undefined}
            required
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={draft.stock}
              onChange={(event) => onChange({ stock: event.currentTarget.value })}
              className="num"
            />
          </Field>
        ) : null}
      </div>
      <Earned draft={draft} creator={creator} least={least} most={most} />
      <Checkbox
        checked={draft.isLimited}
        onChange={(event) => onChange({ isLimited: event.currentTarget.checked })}
        label={t('studio.products.limited')}
        hint={t('studio.products.limitedHint')}
      />
    </section>
  )
}

/** What shipping costs, where it goes, and how soon. */
export function ShippingSection({ draft, countries, onChange }: SectionProps & { countries: readonly Region[] }) {
  const t = useT()
  const fee = readFee(draft.shippingFee)
  const isDaysWrong = readWhole(draft.processingDays, processingDaysMax) === null
  return (
    <section className={sectionClass}>
      <h2 className="text-lg">{t('studio.products.shipping')}</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('studio.products.shippingFee')}
          name="shippingFee"
          hint={fee ? <Price tokens={fee} /> : t('studio.products.shippingFeeHint')}
          error={fee === null ? t('studio.obstacle.shippingFee') : undefined}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={draft.shippingFee}
            onChange={(event) => onChange({ shippingFee: event.currentTarget.value })}
            className="num"
          />
        </Field>
        <Field
          label={t('studio.products.processingDays')}
          name="processingDays"
          hint={t('studio.products.processingDaysHint')}
          error={isDaysWrong ? t('studio.obstacle.processingDays') : undefined}
          required
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.processingDays}
            onChange={(event) => onChange({ processingDays: event.currentTarget.value })}
            className="num"
          />
        </Field>
      </div>
      <RadioCards
        columns
        name="countries"
        legend={t('studio.products.countries')}
        value={draft.isEverywhere ? 'all' : 'chosen'}
        onChange={(value) => onChange({ isEverywhere: value === 'all' })}
        choices={[
          { value: 'all', title: t('studio.products.everywhere') },
          { value: 'chosen', title: t('studio.products.chosenCountries') },
        ]}
      />
      {draft.isEverywhere ? null : (
        <CountriesField
          countries={countries}
          chosen={draft.countries}
          onChange={(chosen) => onChange({ countries: chosen })}
        />
      )}
    </section>
  )
}
