import { CircleStop, Ellipsis, Pencil, Plus } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { useState } from 'react'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { CouponCode } from '../../../parts/money/coupon/coupon-code.tsx'
import {
  type Coupon,
  couponsQuery,
  couponStates,
  tones,
  useCouponWords,
} from '../../../parts/money/coupon/coupon-list.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, iconButtonClass } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { FilterForm } from '../pieces/filter-form.tsx'
import { NothingFound } from '../pieces/nothing-found.tsx'
import { TableSearch } from '../pieces/table-search.tsx'
import { EditCoupon } from '../../../parts/money/coupon/edit-coupon.tsx'
import { EndCoupon } from './end-coupon.tsx'
import { NewCoupon } from './new-coupon.tsx'

export const handle = { messages: ['site', 'studio', 'wallet'] }
export const clientMiddleware = [withMessages('site', 'studio', 'wallet')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const query = couponsQuery(searchParams)
  const performerId = searchParams.get('creator')
  const list = await apiOf(context).call('GET /admin/coupons', {
    query: { ...query, ...(performerId && { performerId }) },
  })
  return { list, pageSize: query.pageSize }
}

const quiet = 'mt-0.5 block text-2xs text-ink-3'

/** The codes of the site or, with `creator` in the address, of one creator: what they take off, how often, and until when. */
export default function CouponsPage() {
  const t = useT()
  const { list, pageSize } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ coupon: Coupon; what: 'edit' | 'end' } | 'new' | null>(null)
  const columns = useColumns(setOpen)
  const creator = search.get('creator') ?? ''
  const q = search.get('q') ?? ''
  const isFiltered = q !== '' || search.has('state')
  const close = () => {
    setOpen(null)
    void revalidate()
  }
  const make = (
    <Button variant="primary" onClick={() => setOpen('new')}>
      <Plus aria-hidden="true" />
      {t('studio.coupons.new')}
    </Button>
  )
  return (
    <>
      <PageTitle>{t('studio.coupons.title')}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{t(creator ? 'site.coupons.ofCreator' : 'studio.coupons.title')}</h1>
          <p className="mt-0.5 max-w-160 text-xs text-ink-3">
            {t(creator ? 'site.coupons.ofCreatorDetail' : 'site.coupons.detail')}
          </p>
        </div>
        {creator || (list.data.length === 0 && !isFiltered) ? null : make}
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Chips
          label={t('studio.column.status')}
          name="state"
          className="max-w-full"
          tabs={[
            { label: t('studio.all') },
            ...couponStates.map((state) => ({ label: t(`studio.coupons.state.${state}`), value: state })),
          ]}
        />
        <FilterForm className="w-full sm:w-64" hiddenFields={{ creator, state: search.get('state') ?? '' }}>
          <TableSearch label={t('studio.coupons.find')} searchTerm={q} maxLength={20} />
        </FilterForm>
      </div>
      <div className="mt-3">
        <Table<Coupon>
          dense
          cards
          caption={t('studio.coupons.title')}
          rows={list.data}
          columns={columns}
          keyOf={({ _id }) => _id}
          empty={
            isFiltered ? (
              <NothingFound
                title={t('studio.coupons.noMatch')}
                all={creator ? `/admin/coupons?creator=${creator}` : '/admin/coupons'}
              />
            ) : (
              <EmptyState title={t('studio.coupons.none')} action={creator ? null : make}>
                {creator ? null : t('site.coupons.noneHint')}
              </EmptyState>
            )
          }
        />
      </div>
      <Pagination total={list.total} pageSize={pageSize} />
      {open === 'new' ? <NewCoupon onClose={close} /> : null}
      {open !== null && open !== 'new' && open.what === 'edit' ? (
        <EditCoupon coupon={open.coupon} by="admin" onClose={() => setOpen(null)} />
      ) : null}
      {open !== null && open !== 'new' && open.what === 'end' ? (
        <EndCoupon coupon={open.coupon} onClose={close} />
      ) : null}
    </>
  )
}

function useColumns(onOpen: (open: { coupon: Coupon; what: 'edit' | 'end' }) => void): Column<Coupon>[] {
  const t = useT()
  const { money } = useFormats()
  const words = useCouponWords([])
  return [
    {
      name: 'code',
      title: t('studio.coupons.code'),
      cell: (coupon) => <CouponCode coupon={coupon} />,
    },
    {
      name: 'discount',
      title: t('studio.coupons.discount'),
      wideOnly: true,
      cell: (coupon) => (
        <>
          <b className="font-strong">{words.discount(coupon)}</b>
          <span className={quiet}>{words.what(coupon)}</span>
        </>
      ),
    },
    {
      name: 'state',
      title: t('studio.column.status'),
      cell: (coupon) => (
        <>
          <Badge tone={tones[coupon.state]} className="h-5! text-2xs!">
            {t(`studio.coupons.state.${coupon.state}`)}
          </Badge>
          <span className={quiet}>{words.when(coupon)}</span>
        </>
      ),
    },
    {
      name: 'used',
      title: t('studio.coupons.used'),
      wideOnly: true,
      cell: (coupon) => (
        <span className="num">
          {words.used(coupon)}
          {coupon.maxUses === null ? <span className={quiet}>{t('studio.coupons.noLimit')}</span> : null}
        </span>
      ),
    },
    {
      name: 'sales',
      title: t('studio.coupons.sales'),
      number: true,
      wideOnly: true,
      cell: ({ sales, currency }) => money(sales, currency),
    },
    {
      name: 'given',
      title: t('studio.coupons.given'),
      number: true,
      wideOnly: true,
      cell: ({ given, currency }) => money(given, currency),
    },
    {
      name: 'actions',
      title: <span className="sr-only">{t('studio.column.more')}</span>,
      number: true,
      cell: (coupon) =>
        coupon.state === 'ended' ? null : (
          <Menu
            trigger={
              <button
                type="button"
                aria-label={t('studio.coupons.more', { code: coupon.code })}
                className={iconButtonClass('ghost', 'sm')}
              >
                <Ellipsis aria-hidden="true" />
              </button>
            }
            actions={[
              {
                label: t('studio.coupons.edit'),
                icon: <Pencil aria-hidden="true" />,
                onPress: () => onOpen({ coupon, what: 'edit' }),
              },
              {
                label: t('studio.coupons.end'),
                icon: <CircleStop aria-hidden="true" />,
                danger: true,
                onPress: () => onOpen({ coupon, what: 'end' }),
              },
            ]}
          />
        ),
    },
  ]
}
