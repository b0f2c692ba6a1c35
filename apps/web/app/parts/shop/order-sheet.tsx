import { Minus, Package, Plus, Truck } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { asProblem } from '../../api/problem.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { toast } from '../../ui/toast.tsx'
import { setBalance } from '../money/balance.ts'
import { PaidBefore, PayMissing, SafeAfter } from '../money/checkout/pay-missing.tsx'
import { useCheckout } from '../money/checkout/use-checkout.ts'
import { SafeLine, usePayLabel, YouPay } from '../money/checkout/you-pay.tsx'
import { ConfirmSheet } from '../money/confirm-sheet.tsx'
import { Price } from '../money/price.tsx'
import { useMe } from '../site/site.ts'
import { DeliverTo } from './deliver-to.tsx'
import { imagesOf, type Product } from './product.ts'
import { Stock } from './stock.tsx'
import { useDelivery } from './use-delivery.ts'

interface OrderSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  product: Product
  quantity: number
  onQuantity: (quantity: number) => void
  /** The most pieces that one may take. */
  most: number
}

/** What is refused because the offer is no longer as it was shown. */
const changed: ReadonlySet<string> = new Set(['PRICE_CHANGED', 'TERMS_CHANGED', 'SOLD_OUT', 'COUNTRY_NOT_SERVED'])

/** In hundredths, so that nothing is lost in between. */
const totalOf = (price: number, quantity: number, fee: number): number =>
  (Math.round(price * 100) * quantity + Math.round(fee * 100)) / 100

/** What is bought, where it goes, how it is shipped, what a card adds to the wallet, one press; it leads to the order. */
export function OrderSheet({ open, onOpenChange, product, quantity, onQuantity, most }: OrderSheetProps) {
  const t = useT()
  const { tokens: number } = useFormats()
  const me = useMe()
  const navigate = useNavigate()
  // What the server offers by now, after what was shown was refused.
  const [offer, setOffer] = useState<{ price: number; terms: string } | null>(null)
  const { revalidate } = useRevalidator()
  // Only after the server said so: without an answer, what may be bought already is asked for again.
  const [isRefused, setRefused] = useState(false)
  const { shipping, stock } = product
  const fee = shipping?.fee ?? 0
  const isNew = offer === null || offer.terms === product.terms
  const total = isNew ? totalOf(product.price, quantity, fee) : offer.price
  const terms = offer?.terms ?? product.terms
  const checkout = useCheckout({
    what: `product:${product._id}`,
    path: `/product/${product._id}`,
    price: total,
    terms,
  })
  const before = checkout.begun?.choices ?? {}
  const delivery = useDelivery(shipping ? shipping.countries : null, before['addressId'] as string | undefined)
  const setQuantity = useRef(onQuantity)
  useEffect(() => {
    if (typeof before['quantity'] === 'number') setQuantity.current(before['quantity'])
    // As it was begun, once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  // Fewer are left than were wanted: as many as there are can still be bought.
  const fits = stock === null || stock === 0 || quantity <= stock
  useEffect(() => {
    if (isRefused && !fits) setQuantity.current(most)
  }, [isRefused, fits, most])
  const action = usePayLabel(checkout, 'buy', t('shop.sheet.action', { tokens: number(total) }))
  const needsCard = checkout.missing > 0
  return (
    <ConfirmSheet
      open={open}
      onOpenChange={onOpenChange}
      get={{ title: <bdi>{product.title}</bdi>, detail: t('shop.order.quantity', { count: quantity }) }}
      head={<Thing product={product} quantity={quantity} onQuantity={onQuantity} most={most} />}
      choice={
        shipping ? (
          <>
            <DeliverTo delivery={delivery} countries={shipping.countries} />
            <Shipping fee={fee} days={shipping.processingDays} />
          </>
        ) : null
      }
      lines={[]}
      total={<Price tokens={total} />}
      foot={<YouPay checkout={checkout} price={total} />}
      once={<SafeLine checkout={checkout} price={total} safe={t(shipping ? 'checkout.held' : 'ui.confirm.once')} />}
      action={action}
      steps={[
        t('wallet.step.check'),
        needsCard ? t('wallet.step.bank') : t('wallet.step.pay'),
        t('shop.sheet.step.done'),
      ]}
      safe={<SafeAfter checkout={checkout}>{t('checkout.kept')}</SafeAfter>}
      check={delivery.check}
      isReady={checkout.isReady && delivery.isReady && !checkout.isWaiting}
      before={checkout.problem}
      paid={<PaidBefore checkout={checkout} />}
      // What was refused is bought by a press alone, should there be more of it.
      goesOn={checkout.goesOn && delivery.isReady && !isRefused}
      request={{
        params: { id: product._id },
        body: { expectedPrice: total, expectedTerms: terms, quantity },
        address: delivery.typed ?? delivery.chosen?._id ?? null,
      }}
      onConfirm={async ({ params, body }, change, step) => {
        const addressId = shipping ? await delivery.save(change) : undefined
        checkout.choose({ quantity, ...(addressId && { addressId }) })
        try {
          const bought = { params, body: { ...body, ...(addressId && { addressId }) } }
          const data = await checkout.pay('POST /wallet/charges/product/:id', bought, step)
          setBalance(me?._id, data.balance)
          toast.success('shop.sheet.done')
          await navigate(`/user/orders/${data._id}`)
        } catch (error) {
          const { code, details } = asProblem(error)
          if (code === 'PRICE_CHANGED' || code === 'TERMS_CHANGED')
            setOffer(details as { price: number; terms: string })
          if (code === 'SOLD_OUT') setRefused(true)
          if (changed.has(code)) void revalidate()
          // It was deleted meanwhile, on another page.
          if (code === 'ADDRESS_REQUIRED') delivery.reload()
          throw error
        }
      }}
    >
      <PayMissing checkout={checkout} price={total} />
    </ConfirmSheet>
  )
}

/** What is bought, and how many of it. */
function Thing({ product, quantity, onQuantity, most }: Omit<OrderSheetProps, 'open' | 'onOpenChange'>) {
  const t = useT()
  const { number } = useFormats()
  const [image] = imagesOf(product)
  return (
    <div className="flex items-center gap-3.5 pt-2.5 pb-4">
      {image ? (
        <ResponsiveImage source={image} alt="" sizes="64px" className="size-16 shrink-0 rounded-md" />
      ) : (
        <span className="grid size-16 shrink-0 place-items-center rounded-md bg-surface-3 text-ink-3">
          <Package aria-hidden="true" />
        </span>
      )}
      <p className="min-w-0 flex-1 wrap-anywhere">
        <bdi className="font-semibold">{product.title}</bdi>
        <span className="block text-sm text-ink-2">
          {t('shop.product.by')} <bdi>{product.performer.name}</bdi>
        </span>
        {product.stock === 0 ? <Stock product={product} /> : <Price tokens={product.price} className="text-sm" />}
      </p>
      {product.type === 'physical' && most > 1 ? (
        <div
          role="group"
          aria-label={t('shop.product.quantity')}
          className="flex h-11 shrink-0 items-center rounded-full px-0.5 ring-1 ring-line-strong"
        >
          <IconButton
            label={t('shop.product.less')}
            disabled={quantity <= 1}
            onClick={() => onQuantity(Math.max(1, quantity - 1))}
          >
            <Minus aria-hidden="true" />
          </IconButton>
          <output aria-live="polite" className="num min-w-5 text-center font-semibold">
            {number(quantity)}
          </output>
          <IconButton
            label={t('shop.product.more')}
            disabled={quantity >= most}
            onClick={() => onQuantity(Math.min(most, quantity + 1))}
          >
            <Plus aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
    </div>
  )
}

function Shipping({ fee, days }: { fee: number; days: number }): ReactNode {
  const t = useT()
  return (
    <section className="flex items-start gap-3 border-t border-line py-4 text-sm">
      <Truck className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <span className="block font-semibold">{t('shop.product.shipping')}</span>
        <span className="text-ink-2">
          {days === 0 ? t('shop.product.shipsToday') : t('shop.product.shipsIn', { count: days })}
        </span>
      </p>
      {fee === 0 ? <span>{t('shop.product.shippingFree')}</span> : <Price tokens={fee} />}
    </section>
  )
}
