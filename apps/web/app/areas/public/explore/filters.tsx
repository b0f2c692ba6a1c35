import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { PartialState } from '../../../ui/states.tsx'
import {
  type Criteria,
  addressFor,
  criteriaFromForm,
  type Facet,
  facets,
  appearanceFields,
  narrowing,
  quickFilters,
} from './query.ts'
import { facetName, useValueLabels } from './value-labels.ts'

export type Counts = Reply<'GET /performers/user/search/counts'>['data']
/** The number of values that are shown directly; the others are in a searchable list. */
const openMax = 6
export const formId = 'filters'

/** Everything that narrows the list: beside it on wide screens, a sheet from below on phones. A plain form without scripts. */
export function Filters({ criteria, counts }: { criteria: Criteria; counts: Counts | null }) {
  const t = useT()
  const { number } = useFormats()
  const box = useRef<HTMLDetailsElement>(null)
  const apply = useApply()
  const count = narrowing({ ...criteria, q: '' })
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !box.current?.open || document.querySelector('[role=dialog]')) return
      box.current.open = false
      box.current.querySelector('summary')?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [])
  const shown = facets.filter((name) => Object.keys(counts?.values[name] ?? {}).length > 0 || criteria.chosen[name])
  const facet = (name: Facet) => (
    <FacetBox key={name} name={name} criteria={criteria} values={counts?.values[name] ?? {}} />
  )
  const appearance = shown.filter((name) => appearanceFields.includes(name))
  return (
    <details ref={box} className="filters">
      <summary>
        <SlidersHorizontal className="icon" aria-hidden="true" />
        {count ? t('explore.filtersOn', { count }) : t('explore.filters')}
      </summary>
      <form
        id={formId}
        action="/explore"
        className="filter-panel"
        aria-label={t('explore.filters')}
        key={addressFor(criteria, { sortBy: 'popular' })}
        onChange={(event) => apply(event.currentTarget)}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          apply(event.currentTarget)
          if (box.current) box.current.open = false
        }}
      >
        <h2>{t('explore.filters')}</h2>
        {criteria.q ? <input type="hidden" name="q" value={criteria.q} /> : null}
        {counts ? null : <PartialState>{t('explore.failed')}</PartialState>}
        {counts?.isFree || criteria.isFree ? (
          <div className="filter-row">
            <Checkbox name="isFree" value="true" defaultChecked={criteria.isFree} label={t('explore.free')} />
            <span className="num">{number(counts?.isFree ?? 0)}</span>
          </div>
        ) : null}
        {quickFilters.map((name) => (
          <div key={name} className="filter-row">
            <Checkbox
              name={name}
              value="true"
              defaultChecked={criteria.quick.includes(name)}
              label={t(`explore.${name}`)}
            />
          </div>
        ))}
        {shown.filter((name) => !appearanceFields.includes(name)).map(facet)}
        <Prices criteria={criteria} />
        {appearance.length ? (
          <details className="facet" open={appearance.some((name) => criteria.chosen[name])}>
            <Summary label={t('explore.looks')} />
            <div className="ps-3">{appearance.map(facet)}</div>
          </details>
        ) : null}
        <div className="filter-foot">
          {count ? (
            <ButtonLink variant="ghost" to={addressFor(criteria, cleared)} preventScrollReset>
              {t('explore.reset')}
            </ButtonLink>
          ) : null}
          {/* Without scripts it is the way to ask again, whatever was found. */}
          <Button type="submit" variant={counts?.total === 0 ? 'quiet' : 'primary'}>
            {counts?.total ? t('explore.show', { count: counts.total }) : t('explore.apply')}
          </Button>
        </div>
      </form>
    </details>
  )
}
export const cleared = { chosen: {}, isFree: false, quick: [] as const, priceFrom: '', priceTo: '' }

const Summary = ({ label, detail }: { label: string; detail?: string }) => (
  <summary>
    <span>{label}</span>
    {detail ? <span className="min-w-0 truncate font-normal text-ink-3">{detail}</span> : null}
    <ChevronDown className="icon" aria-hidden="true" />
  </summary>
)

function FacetBox({ name, criteria, values }: { name: Facet; criteria: Criteria; values: Record<string, number> }) {
  const t = useT()
  const { number, list } = useFormats()
  const { config } = usePageInfo()
  const label = useValueLabels()
  const chosen = criteria.chosen[name] ?? []
  const known = Object.keys(values)
  // Bands in their own order, the rest by how many there are.
  const isBand = name === 'age' || name === 'height' || name === 'weight'
  const all = [...known, ...chosen.filter((value) => !known.includes(value))].toSorted((a, b) =>
    isBand ? startOf(a) - startOf(b) : (values[b] ?? 0) - (values[a] ?? 0),
  )
  const long = all.length > openMax + 2
  const open = long ? all.filter((value, at) => at < openMax || chosen.includes(value)) : all
  const rest = all.filter((value) => !open.includes(value))
  const flag = (value: string) =>
    name === 'country' ? { image: `${config.apiUrl}/flags/${value.toLowerCase()}.svg` } : {}
  return (
    <details className="facet" open={chosen.length > 0 || name === 'category' || name === 'country'}>
      <Summary
        label={facetName(t, name)}
        detail={chosen.length ? list(chosen.map((entry) => label(name, entry))) : ''}
      />
      <fieldset>
        <legend className="sr-only">{facetName(t, name)}</legend>
        {open.map((value) => (
          <div key={value} className="filter-row">
            <Checkbox
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              label={<bdi>{label(name, value)}</bdi>}
            />
            <span className="num">{number(values[value] ?? 0)}</span>
          </div>
        ))}
        {rest.length ? (
          <Picker
            name={name}
            aria-label={`${facetName(t, name)}: ${t('explore.more')}`}
            title={facetName(t, name)}
            empty={t('explore.more')}
            clearable
            options={rest.map((value) => ({
              value,
              label: `${label(name, value)} (${number(values[value] ?? 0)})`,
              ...flag(value),
            }))}
          />
        ) : null}
      </fieldset>
    </details>
  )
}
const startOf = (band: string): number =>
  Number(/\d+/.exec(band)?.[0] ?? 0) - (band.startsWith('under') ? 1_000 : 0) + (band.startsWith('over') ? 1_000 : 0)

function Prices({ criteria }: { criteria: Criteria }) {
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
          if (value !== defaultValue && event.currentTarget.validity.valid) form?.requestSubmit()
        }}
      />
    </Field>
  )
  return (
    <details className="facet" open={Boolean(criteria.priceFrom || criteria.priceTo)}>
      <Summary label={t('explore.price')} />
      <div className="grid grid-cols-2 gap-2.5 pb-3">
        <FormProblem problem={null}>
          {field('priceFrom')}
          {field('priceTo')}
        </FormProblem>
      </div>
    </details>
  )
}

/** Puts what the form says into the address, which is the page's state. */
export function useApply() {
  const navigate = useNavigate()
  return (form: HTMLFormElement) =>
    void navigate(addressFor(criteriaFromForm(new FormData(form))), { preventScrollReset: true, replace: true })
}
