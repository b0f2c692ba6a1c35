import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, usePageFacts, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { type Asked, addressFor, askedByForm, type Facet, facets, looks, narrowing } from './asked.ts'
import { facetName, useValueWords } from './words.ts'

export type Counts = Reply<'GET /performers/user/search/counts'>['data']
/** So many values stand open; the others are in a list to search. */
const openMax = 6
export const formId = 'filters'

/** Everything that narrows the list: beside it on wide screens, a sheet from below on phones. A plain form without scripts. */
export function Filters({ asked, counts }: { asked: Asked; counts: Counts | null }) {
  const t = useT()
  const { number } = useFormats()
  const box = useRef<HTMLDetailsElement>(null)
  const apply = useApply()
  const count = narrowing({ ...asked, q: '' })
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !box.current?.open || document.querySelector('[role=dialog]')) return
      box.current.open = false
      box.current.querySelector('summary')?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [])
  const shown = facets.filter((name) => Object.keys(counts?.values[name] ?? {}).length > 0 || asked.chosen[name])
  const facet = (name: Facet) => <FacetBox key={name} name={name} asked={asked} values={counts?.values[name] ?? {}} />
  const ofLooks = shown.filter((name) => looks.includes(name))
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
        key={addressFor(asked, { sortBy: 'trending' })}
        onChange={(event) => apply(event.currentTarget)}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          apply(event.currentTarget)
          if (box.current) box.current.open = false
        }}
      >
        <h2>{t('explore.filters')}</h2>
        {asked.q ? <input type="hidden" name="q" value={asked.q} /> : null}
        {counts ? null : <PartialState>{t('explore.failed')}</PartialState>}
        {counts?.isFree || asked.isFree ? (
          <div className="filter-row">
            <Checkbox name="isFree" value="true" defaultChecked={asked.isFree} label={t('explore.free')} />
            <span className="num">{number(counts?.isFree ?? 0)}</span>
          </div>
        ) : null}
        {shown.filter((name) => !looks.includes(name)).map(facet)}
        <Prices asked={asked} />
        {ofLooks.length ? (
          <details className="facet" open={ofLooks.some((name) => asked.chosen[name])}>
            <Summary words={t('explore.looks')} />
            <div className="ps-3">{ofLooks.map(facet)}</div>
          </details>
        ) : null}
        <div className="filter-foot">
          {count ? (
            <ButtonLink look="ghost" to={addressFor(asked, cleared)} preventScrollReset>
              {t('explore.reset')}
            </ButtonLink>
          ) : null}
          {/* Without scripts it is the way to ask again, whatever was found. */}
          <Button type="submit" look={counts?.total === 0 ? 'quiet' : 'primary'}>
            {counts?.total ? t('explore.show', { count: counts.total }) : t('explore.apply')}
          </Button>
        </div>
      </form>
    </details>
  )
}
export const cleared = { chosen: {}, isFree: false, priceFrom: '', priceTo: '' }

const Summary = ({ words, detail }: { words: string; detail?: string }) => (
  <summary>
    <span>{words}</span>
    {detail ? <span className="min-w-0 truncate font-normal text-ink-3">{detail}</span> : null}
    <ChevronDown className="icon" aria-hidden="true" />
  </summary>
)

function FacetBox({ name, asked, values }: { name: Facet; asked: Asked; values: Record<string, number> }) {
  const t = useT()
  const { number, list } = useFormats()
  const { config } = usePageFacts()
  const words = useValueWords()
  const chosen = asked.chosen[name] ?? []
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
    name === 'country' ? { picture: `${config.apiUrl}/flags/${value.toLowerCase()}.svg` } : {}
  return (
    <details className="facet" open={chosen.length > 0 || name === 'category' || name === 'country'}>
      <Summary words={facetName(t, name)} detail={chosen.length ? list(chosen.map((one) => words(name, one))) : ''} />
      <fieldset>
        <legend className="sr-only">{facetName(t, name)}</legend>
        {open.map((value) => (
          <div key={value} className="filter-row">
            <Checkbox
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              label={<bdi>{words(name, value)}</bdi>}
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
              label: `${words(name, value)} (${number(values[value] ?? 0)})`,
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

function Prices({ asked }: { asked: Asked }) {
  const t = useT()
  const { currency } = useSite()
  const field = (name: 'priceFrom' | 'priceTo') => (
    <Field label={t(`explore.${name}`)} name={name}>
      <Input
        small
        inputMode="decimal"
        pattern="\d{1,7}([.,]\d{1,2})?"
        maxLength={10}
        defaultValue={asked[name]}
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
    <details className="facet" open={Boolean(asked.priceFrom || asked.priceTo)}>
      <Summary words={t('explore.price')} />
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
    void navigate(addressFor(askedByForm(new FormData(form))), { preventScrollReset: true, replace: true })
}
