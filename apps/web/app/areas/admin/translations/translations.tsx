import clsx from 'clsx'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf, visitOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, usePageFacts, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { Gapped } from './gapped.tsx'
import { MessageSheet } from './message-sheet.tsx'
import { Choice, FilterForm } from '../pieces/filter-form.tsx'
import { NothingFound } from '../pieces/nothing-found.tsx'
import { TableSearch } from '../pieces/table-search.tsx'

export const handle = { messages: ['staff'] }
export const clientMiddleware = [withMessages('staff')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

const states = ['changed', 'missing'] as const
const start = { sort: 'asc', pageSize: 50 } as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const { current, pageSize, sort } = tableQuery(searchParams, start)
  const api = apiOf(context)
  const { data: languages } = await api.call('GET /languages')
  const reader = await visitOf(context).locale()
  const wanted = searchParams.get('in') ?? reader
  const language = languages.find((one) => one.locale === wanted) ?? languages[0]
  const locale = language?.locale ?? 'en-US'
  const state = states.find((one) => one === searchParams.get('state'))
  const area = searchParams.get('area')
  const q = searchParams.get('q')?.trim().slice(0, 200)
  const list = await api.call('GET /admin/translations', {
    query: {
      locale,
      current,
      pageSize,
      sort,
      ...(state && { state }),
      ...(area && /^[a-z]{2,30}$/.test(area) && { area }),
      ...(q && { q }),
    },
  })
  return {
    list,
    locale,
    dir: language?.direction === 'RTL' ? ('rtl' as const) : ('ltr' as const),
    languages: languages.map((one) => ({ locale: one.locale, name: one.name })),
    state: state ?? 'all',
  }
}

export type StaffMessage = Reply<'GET /admin/translations'>['data'][number]

/** Every message of the site in one language; what is said differently here stands beside what ships. */
export default function Translations() {
  const t = useT()
  const { number } = useFormats()
  const { list, locale, dir, languages, state } = useLoaderData<typeof loader>()
  const { locale: reader } = usePageFacts()
  const table = useTableState(start)
  const navigate = useNavigate()
  // English is what the others are said from: beside itself it would stand twice.
  const isEnglish = locale === 'en-US'
  const openKey = table.filter('open')
  const opened = list.data.find(({ key }) => key === openKey)
  const hrefOf = (key: string | null) => table.hrefWith({ open: key, current: table.current })
  const close = () => void navigate(hrefOf(null), { preventScrollReset: true })
  const tabs = [
    { label: t('staff.all'), count: number(list.counts.all), current: state === 'all' },
    ...states
      .filter((one) => one !== 'missing' || list.counts.missing > 0 || state === 'missing')
      .map((one) => ({
        label: t(`staff.words.state.${one}`),
        count: number(list.counts[one]),
        value: one,
        current: one === state,
      })),
  ]
  return (
    <div className="max-w-[1200px] pb-16">
      <PageTitle>{t('staff.words.title')}</PageTitle>
      <h1 className="text-xl">{t('staff.words.title')}</h1>
      <p className="mt-0.5 text-xs text-ink-3">{t('staff.words.detail')}</p>
      <FilterForm
        kept={{ state: state === 'all' ? '' : state }}
        className="mt-4 grid gap-2 sm:grid-cols-[12rem_10rem_1fr]"
      >
        <Choice
          name="in"
          label={t('staff.words.language')}
          value={locale}
          options={languages.map((one) => [one.locale, one.name] as const)}
        />
        <Choice
          name="area"
          label={t('staff.words.area')}
          value={table.filter('area')}
          options={[['', t('staff.words.everywhere')], ...list.areas.map((one) => [one, one] as const)]}
        />
        <TableSearch label={t('staff.words.search')} words={table.filter('q')} maxLength={200} />
      </FilterForm>
      <Chips label={t('staff.words.filter')} name="state" className="mt-3" tabs={tabs} />
      <p role="status" className="sr-only">
        {t('staff.words.found', { count: list.total })}
      </p>
      {list.data.length === 0 ? (
        <NothingFound title={t('staff.words.none')} all={`/admin/translations?in=${locale}`}>
          {state === 'changed' && !table.filter('q') ? t('staff.words.noneChanged') : t('staff.words.noneHint')}
        </NothingFound>
      ) : (
        <ul className="mt-3 rounded-md ring-1 ring-line">
          {list.data.map((one) => (
            <li key={one.key} className="border-t border-line first:border-0">
              <Link
                to={hrefOf(one.key)}
                preventScrollReset
                className={clsx(
                  'grid gap-x-6 gap-y-1 px-4 py-3 hover:bg-surface-2 focus-visible:-outline-offset-2',
                  isEnglish
                    ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]'
                    : 'md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1.4fr)]',
                )}
              >
                <span className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1">
                  <bdi className="min-w-0 font-mono text-xs break-all text-ink-2">{one.key}</bdi>
                  {one.value === null ? null : <Badge tone="sky">{t('staff.words.changed')}</Badge>}
                  {one.value === null && one.shipped === null ? (
                    <Badge tone="lamp">{t('staff.words.missing')}</Badge>
                  ) : null}
                </span>
                {isEnglish ? null : (
                  <span className="min-w-0 text-xs break-words text-ink-3">
                    <bdi lang="en" dir="ltr">
                      <Gapped text={one.english} />
                    </bdi>
                  </span>
                )}
                <span lang={locale} dir={dir} className="min-w-0 text-start text-sm break-words">
                  {one.value === null ? (
                    <Gapped text={one.shipped ?? '–'} />
                  ) : (
                    <>
                      <b className="block font-[560]">
                        <Gapped text={one.value} />
                      </b>
                      {one.shipped === null ? null : (
                        <s className="block text-xs text-ink-3">
                          <Gapped text={one.shipped} />
                        </s>
                      )}
                    </>
                  )}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Pagination total={list.total} pageSize={table.pageSize} />
      {opened ? (
        <MessageSheet
          key={`${locale} ${opened.key}`}
          message={opened}
          locale={locale}
          language={new Intl.DisplayNames([reader], { type: 'language' }).of(locale) ?? locale}
          dir={dir}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
