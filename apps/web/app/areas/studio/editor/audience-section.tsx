import { useState } from 'react'
import { ChevronDown, CircleDollarSign, Gem, Globe, ListChecks, UserRoundPlus } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { useSite } from '../../../parts/site/site.ts'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { type GateKind, gateKinds, type ItemDraft } from './draft.ts'
import { ListChoice } from './list-choice.tsx'
import type { Creator } from './creator.ts'

export const gateIcons = {
  public: Globe,
  followers: UserRoundPlus,
  subscribers: Gem,
  paid: CircleDollarSign,
  list: ListChecks,
} as const satisfies Record<GateKind, unknown>

interface AudienceSectionProps {
  draft: ItemDraft
  creator: Creator
  least: number
  most: number
  onChange: (change: Partial<ItemDraft>) => void
}

/** Who may see it and, in the same row, for how much. The limits are said before anything is sent. */
export function AudienceSection({ draft, creator, least, most, onChange }: AudienceSectionProps) {
  const t = useT()
  const Icon = gateIcons[draft.gate]
  const detailOf = (kind: GateKind) =>
    kind === 'followers'
      ? t('studio.composer.people', { count: creator.followers })
      : kind === 'subscribers'
        ? t('studio.composer.people', { count: creator.subscribers })
        : t(`studio.gateHint.${kind}`)
  return (
    <section className="composer-card px-4 py-3.5 md:px-[18px]">
      <h2 id="audience" className="mb-2 font-sans text-sm font-semibold tracking-normal">
        {t('studio.composer.who')}
      </h2>
      <div className="flex flex-wrap items-start gap-2.5">
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              aria-label={`${t('studio.composer.who')}: ${t(`studio.gate.${draft.gate}`)}`}
              className="inline-flex h-11 items-center gap-2 rounded-full bg-surface px-3.5 font-strong shadow-[inset_0_0_0_1px_var(--line-control)] hover:shadow-[inset_0_0_0_1px_var(--ink-3)] focus-visible:rounded-full"
            >
              <Icon className="icon text-ink-2" aria-hidden="true" />
              {t(`studio.gate.${draft.gate}`)}
              <ChevronDown className="icon size-4! text-ink-2" aria-hidden="true" />
            </button>
          }
          actions={gateKinds.map((kind) => {
            const GateIcon = gateIcons[kind]
            return {
              label: t(`studio.gate.${kind}`),
              detail: detailOf(kind),
              icon: <GateIcon aria-hidden="true" />,
              checked: draft.gate === kind,
              onPress: () => onChange({ gate: kind }),
            }
          })}
        />
        {draft.gate === 'paid' ? <PriceField draft={draft} least={least} most={most} onChange={onChange} /> : null}
        {draft.gate === 'paid' ? (
          <label className="inline-flex min-h-11 items-center gap-2.5 text-sm font-medium">
            <input
              type="checkbox"
              // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its own state
              role="switch"
              checked={draft.freeForSubscribers}
              onChange={(event) => onChange({ freeForSubscribers: event.currentTarget.checked })}
              className="switch relative h-7 w-12 shrink-0 appearance-none rounded-full bg-line-control transition-colors duration-(--fast) checked:bg-primary-text focus-visible:rounded-full"
            />
            {t('studio.editor.freeForSubscribers')}
          </label>
        ) : null}
      </div>
      {draft.gate === 'paid' ? (
        <Earned draft={draft} creator={creator} least={least} most={most} />
      ) : draft.gate === 'list' ? (
        <ListChoice draft={draft} onChange={onChange} />
      ) : (
        <p className="mt-2 text-sm text-ink-2">{t(`studio.gateHint.${draft.gate}`)}</p>
      )}
    </section>
  )
}

/** Tokens, with what they are worth beside them. */
export function PriceField({
  draft,
  least,
  most,
  onChange,
}: Pick<AudienceSectionProps, 'least' | 'most'> & {
  draft: Pick<ItemDraft, 'price'>
  onChange: (change: { price: string }) => void
}) {
  const t = useT()
  const { number, money } = useFormats()
  const { tokenValue, currency } = useSite()
  const price = readTokens(draft.price)
  const fits = price !== null && price >= least && price <= most
  const limits = t('studio.editor.priceLimits', { least: number(least), most: number(most) })
  // While it is being typed, "1" is the beginning of "120".
  const [isLeft, setLeft] = useState(false)
  const isWrong = isLeft && draft.price !== '' && !fits
  return (
    <Field
      hideLabel
      label={t('studio.editor.price')}
      name="price"
      className="min-w-40 flex-1 sm:max-w-52"
      hint={fits ? undefined : limits}
      error={isWrong ? limits : undefined}
      required
    >
      <Input
        onBlur={() => setLeft(true)}
        inputMode="decimal"
        autoComplete="off"
        value={draft.price}
        placeholder="0"
        start={<TokenIcon />}
        end={
          fits ? (
            <span className="num pe-2.5 text-sm text-ink-3">{money(price * tokenValue, currency)}</span>
          ) : undefined
        }
        onChange={(event) => onChange({ price: event.currentTarget.value })}
        className="num h-11! pe-24! font-strong"
      />
    </Field>
  )
}

/** What is left of a sale after the site's share. */
export function Earned({
  draft,
  creator,
  least,
  most,
}: Pick<AudienceSectionProps, 'least' | 'most' | 'creator'> & { draft: Pick<ItemDraft, 'price'> }) {
  const t = useT()
  const { money, percent } = useFormats()
  const { tokenValue, currency } = useSite()
  const price = readTokens(draft.price)
  if (!price || price < least || price > most) return null
  const kept = (price * tokenValue * (100 - creator.commissionPct)) / 100
  return (
    <p className="num mt-2 text-sm text-ink-2">
      {t('studio.composer.earn', { amount: money(kept, currency), share: percent(creator.commissionPct / 100) })}
    </p>
  )
}
