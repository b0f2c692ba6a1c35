import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { regions } from '../../../parts/geo/regions.server.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Unsaved } from '../pieces/unsaved.tsx'
import { type GroupName, groupNames, type SettingName, settingsIn, type Values } from './groups.ts'
import { MaintenancePreview } from './maintenance-preview.tsx'
import { SettingRow } from './setting-row.tsx'
import { TableSearch } from '../pieces/table-search.tsx'

export const handle = { messages: ['site'] }
export const clientMiddleware = [withMessages('site')]

export async function loader({ context }: LoaderFunctionArgs) {
  const requestContext = requestContextOf(context)
  const [{ data }, countries] = await Promise.all([
    apiOf(context).call('GET /admin/settings'),
    requestContext.locale().then((locale) => regions(requestContext.api, locale)),
  ])
  return { data, countries }
}

/** Every setting of the site, in groups; changes are collected until they are saved together, with a reason. */
export default function Settings() {
  const t = useT()
  const { data, countries } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [draft, setDraft] = useState<Values>({})
  const [search] = useSearchParams()
  const [sought, setSought] = useState(search.get('q') ?? '')
  const { send, working, problem, setProblem } = useMutation()
  const [confirmed, setConfirmed] = useState(false)
  const names = Object.keys(draft) as SettingName[]

  const change = (name: SettingName, value: unknown) =>
    setDraft((now) => {
      const { [name]: _old, ...rest } = now
      return JSON.stringify(value) === JSON.stringify(data.values[name]) ? rest : { ...rest, [name]: value }
    })
  const discard = () => {
    setDraft({})
    setProblem(null)
    setConfirmed(false)
  }
  const save = async (reason: string) => {
    const body = { values: draft, reason, version: data.version, confirmOwnCountry: confirmed }
    if (await send('PUT /admin/settings', { body, once: true })) {
      discard()
      toast.success('ui.saved')
    }
    await revalidate()
  }

  const shown = useMemo(() => found(sought, t), [sought, t])
  return (
    <div className="max-w-settings pb-24">
      <PageTitle>{t('site.settings.title')}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('site.settings.title')}</h1>
          <p className="mt-0.5 text-xs text-ink-3">{t('site.settings.detail')}</p>
        </div>
        <div className="w-full sm:w-72">
          <TableSearch
            label={t('site.settings.search')}
            name={undefined}
            value={sought}
            onChange={(event) => setSought(event.currentTarget.value)}
          />
        </div>
      </div>
      {/* The page is long: its groups, while nothing is searched for. */}
      {sought ? null : (
        <nav aria-label={t('site.settings.groups')} className="strip mt-4 gap-1.5 md:flex-wrap">
          {shown.map(([group]) => (
            <a
              key={group}
              href={`#group-${group}`}
              className="inline-flex h-8 items-center rounded-full bg-surface-2 px-[13px] text-xs font-medium text-ink-2 hover:bg-surface-3 pointer-coarse:h-11"
            >
              {t(`site.group.${group}`)}
            </a>
          ))}
        </nav>
      )}
      <div className="mt-4">
        <FormProblem problem={problem}>
          <p role="status" className="sr-only">
            {sought ? t('site.settings.found', { count: shown.flatMap(([, rows]) => rows).length }) : ''}
          </p>
          {shown.length === 0 ? (
            <EmptyState
              title={t('site.settings.none')}
              action={
                <Button variant="quiet" onClick={() => setSought('')}>
                  {t('staff.showAll')}
                </Button>
              }
            />
          ) : null}
          {shown.map(([group, rows]) => (
            <section key={group} aria-labelledby={`group-${group}`} className="mt-8">
              <h2 id={`group-${group}`} className="scroll-mt-24 text-md">
                {t(`site.group.${group}`)}
              </h2>
              <div className="mt-2 rounded-md ring-1 ring-line">
                {rows.map(([name, kind]) => (
                  <SettingRow
                    key={name}
                    name={name}
                    kind={kind}
                    value={draft[name] ?? data.values[name]}
                    isChanged={name in draft}
                    isDefault={JSON.stringify(data.values[name]) === JSON.stringify(data.defaults[name])}
                    change={data.changes.find((change) => change.name === name)}
                    image={data.images[String(data.values[name])]}
                    isFixed={name === 'currency' && data.isCurrencyFixed}
                    locales={draft.supportedLocales ?? data.values.supportedLocales}
                    countries={countries}
                    onChange={(value) => change(name, value)}
                  />
                ))}
                {group === 'maintenance' ? (
                  <MaintenancePreview
                    image={
                      data.values.maintenanceImage === '/maintenance.svg'
                        ? null
                        : (data.images[data.values.maintenanceImage] ?? null)
                    }
                  />
                ) : null}
              </div>
            </section>
          ))}
        </FormProblem>
      </div>
      <Unsaved
        count={names.length}
        working={working}
        onSave={(reason) => void save(reason)}
        onDiscard={discard}
        confirm={
          problem?.code === 'OWN_COUNTRY_BLOCKED'
            ? { label: t('site.settings.ownCountry'), checked: confirmed, onChange: setConfirmed }
            : null
        }
      />
    </div>
  )
}

/** The groups with the settings whose name or text contains the search text. */
function found(sought: string, t: ReturnType<typeof useT>): [GroupName, ReturnType<typeof settingsIn>][] {
  const query = sought.trim().toLowerCase()
  return groupNames
    .map((group): [GroupName, ReturnType<typeof settingsIn>] => [
      group,
      settingsIn(group).filter(([name]) =>
        [name, t.maybe(`site.setting.${name}`), t.maybe(`site.settingHint.${name}`), t.maybe(`site.group.${group}`)]
          .join(' ')
          .toLowerCase()
          .includes(query),
      ),
    ])
    .filter(([, rows]) => rows.length > 0)
}
