import { auditActions } from '@fanlight/contract/audit-actions'
import { personQuery } from '@fanlight/contract/person-query'
import { Download } from 'lucide-react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { apiOf } from '../../../api/request-context.ts'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Button, buttonClass, ButtonLink } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { withChange } from '../../../ui/table-state.ts'
import { AuditTargetName, type Entry, ModerationActionDetail, ModerationActionName } from '../pieces/action-log.tsx'
import { NothingFound } from '../pieces/nothing-found.tsx'
import { OlderNewer } from '../pieces/older-newer.tsx'

const shapes = {
  action: /^[a-z_]+(\.[a-z_]+)?$/,
  actor: personQuery,
  about: personQuery,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
}

/** The filters in the URL. Invalid values are ignored. */
function filtersIn(search: URLSearchParams): Partial<Record<keyof typeof shapes, string>> {
  const given = Object.entries(shapes).map(([name, shape]) => [name, search.get(name)?.trim() ?? '', shape] as const)
  return Object.fromEntries(given.filter(([, value, shape]) => shape.test(value)).map(([name, value]) => [name, value]))
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const cursor = searchParams.get('cursor')
  return apiOf(context).call('GET /admin/audit', { query: { ...filtersIn(searchParams), ...(cursor && { cursor }) } })
}

type Person = NonNullable<Entry['about']>

/** What staff did and looked at. */
export default function Audit() {
  const t = useT()
  const { data, nextCursor, staff, chain } = useLoaderData<typeof loader>()
  const { config } = usePageInfo()
  const [search] = useSearchParams()
  const filters = filtersIn(search)
  const isFiltered = Object.keys(filters).length > 0
  const link = (name: 'actor' | 'about', { _id, username }: Person) =>
    `?${withChange(search, { [name]: username ?? _id, cursor: null })}`
  return (
    <>
      <PageTitle>{t('people.audit.title')}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('people.audit.title')}</h1>
          <p className="mt-0.5 text-xs text-ink-3">{t('people.audit.lead')}</p>
          <ChainState chain={chain} />
        </div>
        <a
          href={`${config.apiUrl}/admin/audit/export?${new URLSearchParams(filters)}`}
          download
          className={buttonClass('outline', 'sm')}
        >
          <Download aria-hidden="true" />
          {t('people.audit.export')}
        </a>
      </div>
      <Form
        key={search.toString()}
        className="mt-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-3 max-sm:[&>:first-child]:col-span-2"
      >
        <Field label={t('people.audit.what')}>
          <Select small name="action" defaultValue={filters.action ?? ''}>
            <option value="">{t('people.audit.anything')}</option>
            {auditActions.map(({ group, actions }) => (
              <optgroup key={group} label={t(`people.group.${group}`)}>
                {actions.length > 1 ? (
                  <option value={group}>{t('people.audit.allOf', { group: t(`people.group.${group}`) })}</option>
                ) : null}
                {actions.map((action) => (
                  <option key={action} value={action}>
                    {t(`people.action.${action}`)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field label={t('people.audit.from')}>
          <Input small type="date" name="from" defaultValue={filters.from} />
        </Field>
        <Field label={t('people.audit.to')}>
          <Input small type="date" name="to" defaultValue={filters.to} />
        </Field>
        <PersonField label={t('people.audit.who')} name="actor" value={filters.actor} list="staff" />
        <datalist id="staff">
          {staff.map(({ _id, name, username }) => (
            <option key={_id} value={username ?? _id}>
              {name}
            </option>
          ))}
        </datalist>
        <PersonField label={t('people.audit.about')} name="about" value={filters.about} />
        <div className="flex gap-2">
          <Button type="submit">{t('people.audit.filter')}</Button>
          {isFiltered ? (
            <ButtonLink to="?" variant="ghost">
              {t('people.audit.clear')}
            </ButtonLink>
          ) : null}
        </div>
      </Form>
      <div className="mt-4">
        <Table<Entry>
          dense
          cards
          caption={t('people.audit.title')}
          rows={data}
          keyOf={({ _id }) => _id}
          empty={
            isFiltered ? (
              <NothingFound title={t('people.audit.empty')} all="/admin/audit">
                {t('people.audit.emptyHint')}
              </NothingFound>
            ) : (
              <EmptyState title={t('people.noHistory')} />
            )
          }
          columns={[
            {
              name: 'at',
              title: t('people.audit.when'),
              cell: ({ at }) => <LocalTime at={at} className="num whitespace-nowrap max-md:text-ink-3" />,
            },
            {
              name: 'who',
              title: t('people.audit.who'),
              cell: ({ actor }) =>
                actor ? (
                  <Link to={link('actor', actor)} className="flex max-w-40 text-ink">
                    <bdi className="truncate">{actor.name || t('people.nameless')}</bdi>
                  </Link>
                ) : (
                  <span className="text-ink-3">{t('people.audit.system')}</span>
                ),
            },
            {
              name: 'what',
              title: t('people.audit.what'),
              cell: ({ action }) => (
                <span className="font-semibold">
                  <ModerationActionName action={action} />
                </span>
              ),
            },
            {
              name: 'about',
              title: t('people.audit.subject'),
              cell: ({ about, targetType }) =>
                about ? (
                  <Link to={link('about', about)} className="flex max-w-56 text-ink">
                    <bdi className="truncate">
                      {about.name || (about.username ? `@${about.username}` : t('people.nameless'))}
                    </bdi>
                  </Link>
                ) : (
                  <span className="text-ink-3">
                    <AuditTargetName target={targetType} />
                  </span>
                ),
            },
            {
              name: 'detail',
              title: t('people.audit.detail'),
              long: true,
              cell: (entry) => (
                <div className="whitespace-normal md:w-72 md:py-1.5">
                  <ModerationActionDetail entry={entry} />
                </div>
              ),
            },
          ]}
        />
      </div>
      <OlderNewer nextCursor={nextCursor} />
    </>
  )
}

/** Until when the log is hash-chained, and the result of the daily check of the chain. */
function ChainState({ chain }: { chain: Reply<'GET /admin/audit'>['chain'] }) {
  const t = useT()
  const { dateTime } = useFormats()
  const { chainedAt, checkedAt, isBroken, brokenAt } = chain
  if (isBroken && checkedAt)
    return (
      <p role="alert" className="mt-0.5 text-xs font-semibold text-danger-text">
        {brokenAt
          ? t('people.audit.brokenAt', { entry: brokenAt, at: dateTime(checkedAt) })
          : t('people.audit.broken', { at: dateTime(checkedAt) })}
      </p>
    )
  if (!chainedAt) return null
  return (
    <p className="mt-0.5 text-xs text-ink-3">
      {checkedAt
        ? t('people.audit.chainChecked', { chained: dateTime(chainedAt), checked: dateTime(checkedAt) })
        : t('people.audit.chained', { chained: dateTime(chainedAt) })}
    </p>
  )
}

interface PersonFieldProps {
  label: string
  name: 'actor' | 'about'
  value: string | undefined
  /** Whose names are offered. */
  list?: string
}
function PersonField({ label, name, value, list }: PersonFieldProps) {
  const t = useT()
  return (
    <Field label={label} className="max-sm:col-span-2">
      <Input
        small
        name={name}
        dir="auto"
        list={list}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={36}
        placeholder={t('people.audit.person')}
        defaultValue={value}
      />
    </Field>
  )
}
