import { creatorTokensPctMax as tokensPctMax } from '@fanlight/contract/coupons'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { emptyDraft } from './coupon-draft.ts'
import { CouponForm } from './coupon-form.tsx'
import { CouponPreview } from './coupon-preview.tsx'
import { PerUse } from './per-use.tsx'

export const handle = { messages: ['studio', 'wallet', 'profile'] }
export const clientMiddleware = [withMessages('studio', 'wallet', 'profile')]

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [plans, me] = await Promise.all([
    api.call('GET /performer/plans', { query: { active: 'true', sort: 'asc' } }),
    api.call('GET /performers/me'),
  ])
  const { name, avatar, cover, commissionPct } = me.data
  return { plans: plans.data, creator: { name, avatar, cover }, commissionPct, tokensPctMax }
}
export type CouponCreator = Awaited<ReturnType<typeof loader>>['creator']

/** A new code beside what a fan will see of it. */
export default function NewCoupon() {
  const t = useT()
  const { creator, commissionPct, ...terms } = useLoaderData<typeof loader>()
  const [draft, setDraft] = useState(emptyDraft)
  return (
    <>
      <PageTitle>{t('studio.coupons.new')}</PageTitle>
      <PageHead title={t('studio.coupons.new')} detail={t('studio.coupons.newDetail')} back="/creator/coupons" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_400px]">
        <CouponForm draft={draft} {...terms} onChange={(change) => setDraft((now) => ({ ...now, ...change }))} />
        <div className="grid gap-4">
          <CouponPreview draft={draft} {...terms} creator={creator} />
          <PerUse draft={draft} {...terms} commissionPct={commissionPct} />
        </div>
      </div>
    </>
  )
}
