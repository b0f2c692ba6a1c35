import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useTableState } from '../../../ui/table-state.ts'
import { ListSearch } from '../pieces/list-search.tsx'
import { planFilters, spentFilters } from './audience-query.ts'

/** Search by name, and filters by plan and by what was spent. All are in the address. */
export function Filters({ people }: { people: string }) {
  const t = useT()
  const { money } = useFormats()
  const { tokenValue, currency } = useSite()
  const { filter, hrefWith } = useTableState()
  const plan = planFilters.find((name) => name === filter('type'))
  const spent = spentFilters.find((amount) => String(amount) === filter('spent'))
  const spentLabel = (tokens: number) => t('audience.spentAtLeast', { amount: money(tokens * tokenValue, currency) })
  const isFiltered = plan !== undefined || spent !== undefined || filter('q') !== ''
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-2">
      <ListSearch label={t('audience.search')} lengthMax={80} keep={['group', 'list', 'type', 'spent', 'sort']} />
      <Choice
        name={t('audience.plan')}
        value={plan && t(`audience.type.${plan}`)}
        choices={[
          { label: t('audience.anyPlan'), to: hrefWith({ type: null }) },
          ...planFilters.map((name) => ({ label: t(`audience.type.${name}`), to: hrefWith({ type: name }) })),
        ]}
      />
      <Choice
        name={t('audience.spent')}
        value={spent && spentLabel(spent)}
        choices={[
          { label: t('audience.anySpent'), to: hrefWith({ spent: null }) },
          ...spentFilters.map((amount) => ({ label: spentLabel(amount), to: hrefWith({ spent: amount }) })),
        ]}
      />
      {isFiltered ? (
        <Link to={hrefWith({ type: null, spent: null, q: null })} className="link text-sm">
          {t('audience.clear')}
        </Link>
      ) : null}
      <p role="status" className="num ms-auto text-sm text-ink-3">
        {people}
      </p>
    </div>
  )
}

interface ChoiceProps {
  name: string
  value: string | undefined
  choices: readonly { label: string; to: string }[]
}
function Choice({ name, value, choices }: ChoiceProps) {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={value ? `${name}: ${value}` : name}
          className={clsx(
            'inline-flex h-9 items-center gap-1.5 rounded-full px-3.5 text-sm font-semibold focus-visible:rounded-full pointer-coarse:h-11',
            value ? 'bg-ink text-canvas' : 'bg-surface-2 text-ink-2 hover:bg-surface-3',
          )}
        >
          {value ?? name}
          <ChevronDown className="icon size-3.5!" aria-hidden="true" />
        </button>
      }
      actions={choices}
    />
  )
}
