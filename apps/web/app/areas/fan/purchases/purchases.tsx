import { type PurchaseKind, purchaseKinds } from '@fanlight/contract/purchase-kinds'
import clsx from 'clsx'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigation, useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { LibraryTabs } from '../../../parts/shop/library-tabs.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { keepsPlace } from '../../../ui/keeps-place.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { withChange } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { ContinueRow } from './continue-row.tsx'
import { LibraryCard, looks } from './library-card.tsx'
import { LibrarySearch } from './library-search.tsx'
import { orderNames, orders, SortMenu } from './sort-menu.tsx'

export const handle = { messages: ['shop'] }
export const clientMiddleware = [withMessages('shop')]

const pageSize = 24
/** Cards that are in sight at first. */
const eagerMax = 4

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const kind = purchaseKinds.find((entry) => entry === search.get('kind')) ?? null
  const order = orderNames.find((entry) => entry === search.get('sort')) ?? 'newest'
  const q = (search.get('q') ?? '').trim().slice(0, 100)
  const query = { pageSize, ...orders[order], ...(kind ? { type: kind } : {}), ...(q ? { q } : {}) }
  const api = apiOf(context)
  const [list, overview] = await Promise.all([
    api.call('GET /user/purchases', { query }),
    // Without the numbers the list is still worth having.
    api.call('GET /user/purchases/overview', { query: q ? { q } : {} }).then(
      ({ data }) => data,
      () => null,
    ),
  ])
  return { kind, order, q, query, list, overview }
}

/** Everything that was bought and is still owned, of all kinds. */
export default function Purchases() {
  const t = useT()
  const { kind, order, q, query, list, overview } = useLoaderData<typeof loader>()
  const pages = usePages(list, (cursor) => call('GET /user/purchases', { query: { ...query, cursor } }))
  const isUpdating = useIsUpdating()
  const isEmpty = overview ? overview.items === 0 : list.total === 0 && !q && !kind
  const sum =
    overview && !isEmpty
      ? t('shop.library.sum', {
          items: t('shop.library.items', { count: overview.items }),
          creators: t('shop.library.creators', { count: overview.creators }),
        })
      : t('shop.library.detail')
  const isNothing = list.total === 0
  const left = list.total - pages.items.length
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('shop.library.title')}</PageTitle>
      <div className="max-md:contents md:mb-4 md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:items-center md:gap-x-6">
        <PageHead
          title={t('shop.library.title')}
          className="md:mb-0!"
          actions={isEmpty ? null : <SortMenu order={order} compact className="md:hidden" />}
        />
        <p className="text-sm text-ink-3 max-md:mb-3 md:col-start-1">{sum}</p>
        {isEmpty ? null : (
          <div className="max-md:mb-3 md:col-start-2 md:row-span-2 md:row-start-1">
            <LibrarySearch q={q} />
          </div>
        )}
      </div>
      <LibraryTabs />
      {isEmpty ? null : (
        <div className="mt-4 flex items-center gap-3">
          <KindChips kind={kind} owned={overview?.kinds} counts={overview?.matching} />
          <SortMenu order={order} className="max-md:hidden" />
        </div>
      )}
      {overview && !q && (kind === null || kind === 'video') ? <ContinueRow watching={overview.watching} /> : null}
      {isEmpty ? (
        <EmptyState
          title={t('shop.library.empty')}
          action={
            <ButtonLink variant="primary" to="/explore">
              {t('shop.orders.explore')}
            </ButtonLink>
          }
        >
          {t('shop.library.emptyHint')}
        </EmptyState>
      ) : (
        <section aria-labelledby="purchases" aria-busy={isUpdating} className="mt-6">
          <div className="flex items-baseline justify-between gap-3">
            <h2 id="purchases" className={clsx('min-w-0 text-lg wrap-anywhere md:text-xl', isNothing && 'sr-only')}>
              {q
                ? t('shop.library.found', { count: list.total, q })
                : kind
                  ? t(`shop.library.kind.${kind}`)
                  : t('shop.library.allPurchases')}
            </h2>
            {isNothing ? null : (
              <Link to="/user/transactions" className="link shrink-0 text-sm font-medium">
                {t('shop.library.receipts')}
              </Link>
            )}
          </div>
          <p role="status" className="sr-only">
            {q ? t('shop.library.found', { count: list.total, q }) : null}
          </p>
          {isNothing ? (
            <NothingFound kind={kind} q={q} elsewhere={overview ? sumOf(overview.matching) : 0} />
          ) : (
            <div className={clsx('transition-opacity duration-(--base)', isUpdating && 'opacity-50 delay-150')}>
              <ul className="mt-3 grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-3 md:gap-x-4 xl:grid-cols-4">
                {pages.items.map((item, at) => (
                  <li key={item._id} className="min-w-0">
                    <LibraryCard item={item} eager={at < eagerMax} />
                  </li>
                ))}
              </ul>
              <MorePages pages={pages} label={t('shop.library.showMore', { count: Math.max(1, left) })} />
            </div>
          )}
        </section>
      )}
    </div>
  )
}

const sumOf = (counts: Record<PurchaseKind, number>) => purchaseKinds.reduce((sum, kind) => sum + counts[kind], 0)

/** Whether another view of the library is on its way. */
function useIsUpdating(): boolean {
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  return state === 'loading' && next.pathname === pathname
}

interface KindChipsProps {
  kind: PurchaseKind | null
  owned: Record<PurchaseKind, number> | undefined
  counts: Record<PurchaseKind, number> | undefined
}
/** The kinds that there is something of, each with its number; of a search, with the number of what it finds. */
function KindChips({ kind, owned, counts }: KindChipsProps) {
  const t = useT()
  const { number } = useFormats()
  return (
    <Chips
      label={t('shop.library.filter')}
      name="kind"
      className="min-w-0 flex-1 max-md:-me-4"
      tabs={[
        { label: t('shop.library.all'), ...(counts ? { count: number(sumOf(counts)) } : {}) },
        ...purchaseKinds
          .filter((entry) => entry === kind || !owned || owned[entry] > 0)
          .map((entry) => {
            const { icon: Icon } = looks[entry]
            return {
              label: (
                <>
                  <Icon aria-hidden="true" className="size-4" />
                  {t(`shop.library.kind.${entry}`)}
                </>
              ),
              value: entry,
              ...(counts ? { count: number(counts[entry]) } : {}),
            }
          }),
      ]}
    />
  )
}

/** A search that found nothing says what it would find in the other kinds. */
function NothingFound({ kind, q, elsewhere }: { kind: PurchaseKind | null; q: string; elsewhere: number }) {
  const t = useT()
  const [search] = useSearchParams()
  const others = kind !== null && (elsewhere > 0 || !q)
  const to = `?${withChange(search, others ? { kind: null } : { q: null, kind: null })}`
  return (
    <EmptyState
      title={q ? t('shop.library.noResults', { q }) : t('shop.library.empty')}
      action={
        <ButtonLink variant="outline" to={to} {...keepsPlace}>
          {others ? t(q ? 'shop.library.searchAll' : 'shop.library.showAll') : t('shop.library.clear')}
        </ButtonLink>
      }
    >
      {q && kind && elsewhere > 0
        ? t('shop.library.noResultsKind', { kind: t(`shop.library.kind.${kind}`), count: elsewhere })
        : q
          ? t('shop.library.noResultsHint')
          : t('shop.library.noneOfKind')}
    </EmptyState>
  )
}
