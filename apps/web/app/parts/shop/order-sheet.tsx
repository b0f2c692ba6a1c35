import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { asProblem } from '../../api/problem.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { toast } from '../../ui/toast.tsx'
import { setBalance, useBalance } from '../money/balance.ts'
import { ConfirmSheet } from '../money/confirm-sheet.tsx'
import { leftTokens, missingTokens, useAddTokens } from '../money/missing-tokens.ts'
import { Price } from '../money/price.tsx'
import { useMe } from '../site/site.ts'
import { AddressChoice } from './address-choice.tsx'
import { imagesOf, type Product } from './product.ts'

interface OrderSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  product: Product
  quantity: number
}

/** In hundredths, so that nothing is lost in between. */
const totalOf = (price: number, quantity: number, fee: number): number =>
  (Math.round(price * 100) * quantity + Math.round(fee * 100)) / 100

/** What is ordered, where it goes, every line of the price, one press; it leads to the order. */
export function OrderSheet({ open, onOpenChange, product, quantity }: OrderSheetProps) {
  const t = useT()
  const { tokens: number } = useFormats()
  const me = useMe()
  const navigate = useNavigate()
  const balance = useBalance()
  const addTokens = useAddTokens()
  const [addressId, setAddressId] = useState<string | null>(null)
  // What the server offers by now, after what was shown was refused.
  const [offer, setOffer] = useState<{ price: number; terms: string } | null>(null)
  const { revalidate } = useRevalidator()
  const [image] = imagesOf(product)
  const fee = product.shipping?.fee ?? 0
  const isNew = offer === null || offer.terms === product.terms
  const total = isNew ? totalOf(product.price, quantity, fee) : offer.price
  const missing = missingTokens(total, balance)
  return (
    <ConfirmSheet
      open={open}
      onOpenChange={onOpenChange}
      get={{
        ...(image && {
          icon: <ResponsiveImage source={image} alt="" sizes="64px" className="size-16 shrink-0 rounded-md" />,
        }),
        title: <bdi>{product.title}</bdi>,
        detail: t('shop.order.quantity', { count: quantity }),
      }}
      choice={
        product.shipping ? (
          <AddressChoice countries={product.shipping.countries} value={addressId} onChange={setAddressId} />
        ) : undefined
      }
      lines={
        isNew
          ? [
              {
                label: t('shop.order.subtotal'),
                amount: <Price tokens={totalOf(product.price, quantity, 0)} />,
              },
              ...(product.shipping
                ? [
                    {
                      label: t('shop.order.shippingFee'),
                      amount: fee === 0 ? t('shop.product.shippingFree') : <Price tokens={fee} />,
                    },
                  ]
                : []),
            ]
          : []
      }
      total={<Price tokens={total} />}
      {...(missing === 0 ? { balanceAfter: leftTokens(total, balance) } : {})}
      action={
        missing > 0
          ? t('shop.sheet.add', { missing: t.tokens(missing) })
          : t('shop.sheet.action', { tokens: number(total) })
      }
      steps={[t('shop.sheet.step.check'), t('shop.sheet.step.pay'), t('shop.sheet.step.done')]}
      safe={t('shop.sheet.safe')}
      request={{
        params: { id: product._id },
        body: {
          expectedPrice: total,
          expectedTerms: offer?.terms ?? product.terms,
          quantity,
          ...(addressId ? { addressId } : {}),
        },
      }}
      onConfirm={async (request, change, step) => {
        if (missing > 0) return addTokens(missing)
        try {
          const { data } = await change('POST /wallet/charges/product/:id', { ...request, once: true })
          setBalance(me?._id, data.balance)
          step(2)
          toast.success('shop.sheet.done')
          await navigate(`/user/orders/${data._id}`)
        } catch (error) {
          const { code, details } = asProblem(error)
          if (code === 'PRICE_CHANGED' || code === 'TERMS_CHANGED') {
            setOffer(details as { price: number; terms: string })
            void revalidate()
          }
          throw error
        }
      }}
    />
  )
}
