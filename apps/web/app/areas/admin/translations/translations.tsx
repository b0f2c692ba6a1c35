import clsx from 'clsx'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { Gapped } from './placeholder-text.tsx'
import { MessageSheet } from './message-sheet.tsx'
import { Choice, FilterForm } from '../pieces/filter-form.tsx'
import { NothingFound } from '../pieces/nothing-found.tsx'
import { TableSearch } from '../pieces/table-search.tsx'

export const handle = { messages: ['staff'] }
export const clientMiddleware = [withMessages('staff')]

const states = ['changed', 'missing'] as const
const start = { sort: 'asc', pageSize: 50 } as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const { current, pageSize, sort } = tableQuery(searchParams, start)
  const api = apiOf(context)
  const { data: languages } = await api.call('GET /languages')
  const reader = await requestContextOf(context).locale()
  const wanted = searchParams.get('in') ?? reader
  const language = languages.find((language) => language.locale === wanted) ?? languages[0]
  const locale = language?.locale ?? 'en-US'
  const state = states.find((state) => state === searchParams.get('state'))
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
    languages: languages.map((language) => ({ locale: language.locale, name: language.name })),
    state: state ?? 'all',
  }
}

export type StaffMessage = Reply<'GET /admin/translations'>['data'][number]

/** Every message of the site in one language; the overrides of this site are shown beside the shipped texts. */
export default function Translations() {
  const t = useT()
  const { number } = useFormats()
  const { list, locale, dir, languages, state } = useLoaderData<typeof loader>()
  const { locale: reader } = usePageInfo()
  const table = useTableState(start)
  const navigate = useNavigate()
  // English is the source of the translations: for English itself, the source would be shown twice.
  const isEnglish = locale === 'en-US'
  const openKey = table.filter('open')
  const opened = list.data.find(({ key }) => key === openKey)
  const hrefOf = (key: string | null) => table.hrefWith({ open: key, current: table.current })
  const close = () => void navigate(hrefOf(null), { preventScrollReset: true })
  const tabs = [
    { label: t('staff.all'), count: number(list.counts.all), current: state === 'all' },
    ...states
      .filter((otherState) => otherState !== 'missing' || list.counts.missing > 0 || state === 'missing')
      .map((otherState) => ({
        label: t(`staff.translations.state.${otherState}`),
        count: number(list.counts[otherState]),
        value: otherState,
        current: otherState === state,
      })),
  ]
  return (
    <div className="max-w-page pb-16">
      <PageTitle>{t('staff.translations.title')}</PageTitle>
      <h1 className="text-xl">{t('staff.translations.title')}</h1>
      <p className="mt-0.5 text-xs text-ink-3">{t('staff.translations.detail')}</p>
      <FilterForm
        hiddenFields={{ state: state === 'all' ? '' : state }}
        className="mt-4 grid gap-2 sm:grid-cols-[12rem_10rem_1fr]"
      >
        <Choice
          name="in"
          label={t('staff.translations.language')}
          value={locale}
          options={languages.map((language) => [language.locale, language.name] as const)}
        />
        <Choice
          name="area"
          label={t('staff.translations.area')}
          value={table.filter('area')}
          options={[['', t('staff.translations.everywhere')], ...list.areas.map((area) => [area, area] as const)]}
        />
        <TableSearch label={t('staff.translations.search')} searchTerm={table.filter('q')} maxLength={200} />
      </FilterForm>
      <Chips label={t('staff.translations.filter')} name="state" className="mt-3" tabs={tabs} />
      <p role="status" className="sr-only">
        {t('staff.translations.found', { count: list.total })}
      </p>
      {list.data.length === 0 ? (
        <NothingFound title={t('staff.translations.none')} all={`/admin/translations?in=${locale}`}>
          {state === 'changed' && !table.filter('q')
            ? t('staff.translations.noneChanged')
            : t('staff.translations.noneHint')}
        </NothingFound>
      ) : (
        <ul className="mt-3 rounded-md ring-1 ring-line">
          {list.data.map((item) => (
            <li key={item.key} className="border-t border-line first:border-0">
              <Link
                to={hrefOf(item.key)}
                preventScrollReset
                className={clsx(
                  'grid gap-x-6 gap-y-1 px-4 py-3 hover:bg-surface-2 focus-visible:-outline-offset-2',
                  isEnglish
                    ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]'
                    : 'md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1.4fr)]',
                )}
              >
                <span className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1">
                  <bdi className="min-w-0 font-mono text-xs break-all text-ink-2">{item.key}</bdi>
                  {item.value === null ? null : <Badge tone="sky">{t('staff.translations.changed')}</Badge>}
                  {item.value === null && item.shipped === null ? (
                    <Badge tone="lamp">{t('staff.translations.missing')}</Badge>
                  ) : null}
                </span>
                {isEnglish ? null : (
                  <span className="min-w-0 text-xs break-words text-ink-3">
                    <bdi lang="en" dir="ltr">
                      <Gapped text={item.english} />
                    </bdi>
                  </span>
                )}
                <span lang={locale} dir={dir} className="min-w-0 text-start text-sm break-words">
                  {item.value === null ? (
                    <Gapped text={item.shipped ?? '–'} />
                  ) : (
                    <>
                      <b className="block font-medium">
                        <Gapped text={item.value} />
                      </b>
                      {item.shipped === null ? null : (
                        <s className="block text-xs text-ink-3">
                          <Gapped text={item.shipped} />
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
