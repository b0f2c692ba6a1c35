import { CircleStop, Ellipsis, Link as LinkIcon, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { useMe } from '../../../parts/site/site.ts'
import { IconButton, iconButtonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Coupon, couponPath } from '../../../parts/money/coupon/coupon-list.ts'
import { EditCoupon } from '../../../parts/money/coupon/edit-coupon.tsx'

/** Its link, and what can still be changed. */
export function CouponActions({ coupon }: { coupon: Coupon }) {
  const t = useT()
  const me = useMe()
  const { sendOrThrow } = useMutation()
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<'edit' | 'end' | null>(null)
  const { code, _id: id } = coupon
  const copy = () => {
    const link = location.origin + couponPath(coupon, me?.username ?? me?._id ?? '')
    void navigator.clipboard.writeText(link).then(toast.copied, () => toast.error())
  }
  // What a link to it led to would be refused.
  if (coupon.state === 'ended') return null
  return (
    <span className="inline-flex">
      <IconButton label={t('studio.coupons.copy', { code })} size="sm" tip="none" onClick={copy}>
        <LinkIcon aria-hidden="true" />
      </IconButton>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('studio.coupons.more', { code })}
            className={iconButtonClass('ghost', 'sm')}
          >
            <Ellipsis aria-hidden="true" />
          </button>
        }
        actions={[
          {
            label: t('studio.coupons.edit'),
            icon: <Pencil aria-hidden="true" />,
            onPress: () => setAsked('edit'),
          },
          {
            label: t('studio.coupons.end'),
            icon: <CircleStop aria-hidden="true" />,
            danger: true,
            onPress: () => setAsked('end'),
          },
        ]}
      />
      {asked === 'edit' ? <EditCoupon coupon={coupon} by="performer" onClose={() => setAsked(null)} /> : null}
      {asked === 'end' ? (
        <ConfirmDialog
          title={t('studio.coupons.endTitle', { code })}
          action={t('studio.coupons.end')}
          busy={t('studio.coupons.ending')}
          onConfirm={async () => {
            await sendOrThrow('POST /performer/coupons/:id/end', { params: { id } })
            toast.say(t('studio.coupons.endDone', { code }))
            await revalidate()
          }}
          onClose={() => setAsked(null)}
        >
          {t('studio.coupons.endText')}
        </ConfirmDialog>
      ) : null}
    </span>
  )
}
