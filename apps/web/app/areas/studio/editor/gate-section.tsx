import { useFormats, useT } from '../../../i18n/context.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { ListChoice } from './list-choice.tsx'
import { type ItemDraft, gateKinds } from './draft.ts'

interface GateSectionProps {
  draft: ItemDraft
  least: number
  most: number
  onChange: (change: Partial<ItemDraft>) => void
}

/** Who may see it, and for how much. The limits are said before anything is sent. */
export function GateSection({ draft, least, most, onChange }: GateSectionProps) {
  const t = useT()
  const { number } = useFormats()
  const price = readTokens(draft.price)
  const fits = price !== null && price >= least && price <= most
  const limits = t('studio.editor.priceLimits', { least: number(least), most: number(most) })
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <RadioCards
        columns
        name="gate"
        legend={t('studio.editor.who')}
        value={draft.gate}
        onChange={(gate) => onChange({ gate: gate as ItemDraft['gate'] })}
        choices={gateKinds.map((kind) => ({
          value: kind,
          title: t(`studio.gate.${kind}`),
          detail: t(`studio.gateHint.${kind}`),
        }))}
      />
      {draft.gate === 'list' ? <ListChoice draft={draft} onChange={onChange} /> : null}
      {draft.gate === 'paid' ? (
        <div className="mt-4 grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
          <Field
            label={t('studio.editor.price')}
            name="price"
            hint={fits ? <Price tokens={price} /> : draft.price ? undefined : limits}
            error={draft.price && !fits ? limits : undefined}
            required
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              value={draft.price}
              onChange={(event) => onChange({ price: event.currentTarget.value })}
              className="num"
            />
          </Field>
          <Checkbox
            className="sm:mt-9"
            checked={draft.freeForSubscribers}
            onChange={(event) => onChange({ freeForSubscribers: event.currentTarget.checked })}
            label={t('studio.editor.freeForSubscribers')}
          />
        </div>
      ) : null}
    </section>
  )
}
