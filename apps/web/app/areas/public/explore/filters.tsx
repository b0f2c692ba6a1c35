import { ChevronDown, SlidersHorizontal, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { PartialState } from '../../../ui/states.tsx'
import {
  type Criteria,
  addressFor,
  appearanceFields,
  cleared,
  criteriaFromForm,
  type Facet,
  facets,
  narrowing,
  publishedKinds,
} from './query.ts'
import { ValueChips } from './value-chips.tsx'
import { Prices } from './prices.tsx'
import { facetName, useValueLabels } from './value-labels.ts'
import { keepsPlace } from '../../../ui/keeps-place.ts'

export type Counts = Reply<'GET /performers/user/search/counts'>['data']
export const formId = 'filters'
const chipFacets: readonly Facet[] = ['category', 'publishes']
const listFacets: readonly Facet[] = ['language', 'country']

/** Everything that narrows the list: a sheet that floats on wide screens and comes from below on phones. A plain form without scripts. */
export function Filters({ criteria, counts }: { criteria: Criteria; counts: Counts | null }) {
  const t = useT()
  const box = useRef<HTMLDetailsElement>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const address = addressFor(criteria, { sortBy: 'popular' })
  const { key, apply } = useOwnAddress(address)
  const count = narrowing({ ...criteria, q: '' })
  const close = () => {
    if (!box.current) return
    box.current.open = false
    box.current.querySelector('summary')?.focus()
  }
  useEffect(() => {
    // One can open it before the page has its scripts.
    if (box.current?.open) setWasOpen(true)
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && box.current?.open && !document.querySelector('[role=dialog]')) close()
    }
    document.addEventListener('keydown', closeByKey)
    return () => document.removeEventListener('keydown', closeByKey)
  }, [])
  const valuesOf = (name: Facet) => counts?.values[name] ?? {}
  const shown = facets.filter((name) => Object.keys(valuesOf(name)).length > 0 || criteria.chosen[name])
  const further = shown.filter((name) => !chipFacets.includes(name) && !listFacets.includes(name))
  const looks = further.filter((name) => appearanceFields.includes(name))
  const facet = (name: Facet) => (
    <details key={name} className="facet" open={Boolean(criteria.chosen[name])}>
      <Summary name={name} criteria={criteria} />
      <fieldset>
        <legend className="sr-only">{facetName(t, name)}</legend>
        <ValueChips name={name} values={valuesOf(name)} chosen={criteria.chosen[name] ?? []} />
      </fieldset>
    </details>
  )
  return (
    <details ref={box} className="filters" onToggle={(event) => setWasOpen(wasOpen || event.currentTarget.open)}>
      <summary>
        <SlidersHorizontal className="icon" aria-hidden="true" />
        {count ? t('explore.filtersOn', { count }) : t('explore.filters')}
      </summary>
      <form
        id={formId}
        action="/explore"
        className="filter-panel"
        aria-label={t('explore.filters')}
        key={key}
        onChange={(event) => apply(event.currentTarget)}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          apply(event.currentTarget)
          close()
        }}
      >
        <div className="filter-head">
          <h2>{t('explore.filters')}</h2>
          {count ? (
            <ButtonLink variant="ghost" size="sm" to={addressFor(criteria, cleared)} {...keepsPlace}>
              {t('explore.reset')}
            </ButtonLink>
          ) : null}
          <IconButton
            label={t('ui.close')}
            tip="none"
            variant="ghost"
            size="sm"
            className="noscript:hidden"
            onClick={close}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
        {criteria.q ? <input type="hidden" name="q" value={criteria.q} /> : null}
        {/* They are turned on and off beside the sheet. */}
        {criteria.quick.map((name) => (
          <input key={name} type="hidden" name={name} value="true" />
        ))}
        {counts ? null : <PartialState>{t('explore.failed')}</PartialState>}
        <Prices criteria={criteria} bands={wasOpen && counts ? counts.prices : null} onChosen={apply} />
        {chipFacets
          .filter((name) => shown.includes(name))
          .map((name) => (
            <fieldset key={name} className="filter-part">
              <legend>{facetName(t, name)}</legend>
              <ValueChips
                name={name}
                values={valuesOf(name)}
                chosen={criteria.chosen[name] ?? []}
                {...(name === 'publishes' && { order: publishedKinds })}
              />
            </fieldset>
          ))}
        <div className="filter-part grid grid-cols-2 gap-2.5">
          {listFacets.map((name) => (
            <ValueList key={name} name={name} values={valuesOf(name)} chosen={criteria.chosen[name] ?? []} />
          ))}
        </div>
        {further.filter((name) => !looks.includes(name)).map(facet)}
        {looks.length ? (
          <details className="facet" open={looks.some((name) => criteria.chosen[name])}>
            <Summary criteria={criteria} />
            <div className="ps-3">{looks.map(facet)}</div>
          </details>
        ) : null}
        <div className="filter-foot">
          {/* Without scripts it is the way to ask again, whatever was found. */}
          <Button type="submit" size="lg" wide variant={counts?.total === 0 ? 'quiet' : 'primary'}>
            {counts?.total ? t('explore.show', { count: counts.total }) : t('explore.apply')}
          </Button>
        </div>
      </form>
    </details>
  )
}

/** What one can open, and what is chosen in it; without a name, how a creator looks. */
function Summary({ name, criteria }: { name?: Facet; criteria: Criteria }) {
  const t = useT()
  const { list } = useFormats()
  const label = useValueLabels()
  const chosen = (name && criteria.chosen[name]) ?? []
  return (
    <summary>
      <span>{name ? facetName(t, name) : t('explore.looks')}</span>
      {name && chosen.length ? (
        <span className="min-w-0 truncate font-normal text-ink-3">
          {list(chosen.map((entry) => label(name, entry)))}
        </span>
      ) : null}
      <ChevronDown className="icon" aria-hidden="true" />
    </summary>
  )
}

/** One value out of many. An address may name several: the others stay until they are taken off above the list. */
function ValueList({
  name,
  values,
  chosen,
}: {
  name: Facet
  values: Record<string, number>
  chosen: readonly string[]
}) {
  const t = useT()
  const { number } = useFormats()
  const { config } = usePageInfo()
  const label = useValueLabels()
  const [first = ''] = chosen
  const [others] = useState(() => chosen.slice(1))
  const all = [...new Set([...Object.keys(values), ...chosen])].filter((value) => !others.includes(value))
  return (
    <div className="min-w-0">
      <Field label={facetName(t, name)} name={name}>
        <Picker
          title={facetName(t, name)}
          empty={t('explore.any')}
          clearable
          small
          defaultValue={first}
          options={all.map((value) => ({
            value,
            label: `${label(name, value)} (${number(values[value] ?? 0)})`,
            ...(name === 'country' && { image: `${config.apiUrl}/flags/${value.toLowerCase()}.svg` }),
          }))}
        />
      </Field>
      {others.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
    </div>
  )
}

/**
 * Puts what the form says into the address, which is the page's state. The form begins anew where the address is another than its own, and
 * stays as it is, with the focus in it, where it was asked for by the form.
 */
function useOwnAddress(address: string) {
  const navigate = useNavigate()
  // Where one chooses faster than pages arrive, several are on their way.
  const asked = useRef<string[]>([])
  const [shown, setShown] = useState({ key: 0, address })
  if (address !== shown.address) setShown({ key: shown.key + (asked.current.includes(address) ? 0 : 1), address })
  useEffect(() => {
    if (asked.current.at(-1) === address) asked.current = []
  }, [address])
  return {
    key: shown.key,
    apply: (form: HTMLFormElement) => {
      const wanted = criteriaFromForm(new FormData(form))
      const next = addressFor(wanted, { sortBy: 'popular' })
      if (next !== address) asked.current.push(next)
      void navigate(addressFor(wanted), { preventScrollReset: true, replace: true })
    },
  }
}
