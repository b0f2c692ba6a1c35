import { CreditCard, ReceiptText } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { CouponNote } from '../../../parts/money/coupon/coupon-note.tsx'
import { BalanceCard } from '../../../parts/money/balance-card.tsx'
import { setBalance, useBalance, useBalanceEvents } from '../../../parts/money/balance.ts'
import { type Card, useAddCard, useCardReturn, usePaymentReturn } from '../../../parts/money/card-return.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import type { Payment } from '../../../parts/money/payment.ts'
import { useMe, useSettings, useSite } from '../../../parts/site/site.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState, PartialState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CustomAmount } from './custom-amount.tsx'
import { mixed } from './mixed-moves.ts'
import { MoveRow } from './moves.tsx'
import { type Package, Packages } from './packages.tsx'
import { type Order, TopUpSheet } from './top-up-sheet.tsx'

export const handle = { messages: ['wallet', 'post'] }
export const clientMiddleware = [withMessages('wallet', 'post')]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const code = new URL(request.url).searchParams.get('coupon')?.trim()
  const failed: string[] = []
  const orNone = async <R,>(name: string, response: Promise<{ data: R[] }>): Promise<R[]> => {
    try {
      return (await response).data
    } catch (error) {
      if (asProblem(error).status === 401) throw error
      failed.push(name)
      return []
    }
  }
  const [me, packages, cards, charges, payments, coupon] = await Promise.all([
    api.call('GET /users/me'),
    orNone('packages', api.call('GET /package/token/search')),
    orNone('cards', api.call('GET /payment-cards')),
    orNone('charges', api.call('GET /wallet/charges/search', { query: { pageSize: 8 } })),
    orNone('payments', api.call('GET /payment/transactions/user/search', { query: { pageSize: 8 } })),
    code
      ? api.call('GET /coupons/:code', { params: { code } }).then(
          ({ data }) => data,
          (error: unknown) => asProblem(error),
        )
      : null,
  ])
  return { balance: me.data.balance, packages, cards, moves: mixed(charges, payments, 8), failed, coupon }
}

const orderOf = ({ _id, tokens, bonus, price }: Package): Order => ({ packageId: _id, tokens, bonus, price })

export default function Wallet() {
  const t = useT()
  const { money } = useFormats()
  const loaded = useLoaderData<typeof loader>()
  const { packages, cards, moves, failed } = loaded
  const me = useMe()
  const settings = useSettings()
  const { tokenValue, currency } = useSite()
  const balance = useBalance()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const addCard = useAddCard()
  const [order, setOrder] = useState<Order | null>(null)
  const [open, setOpen] = useState(false)
  const [preferred, setPreferred] = useState<string | null>(null)
  const [code, setCode] = useState(search.get('coupon'))
  // The link may have come with a code that can’t be used: then that is said, and the sheet says it as well.
  const [coupon, setCoupon] = useState(loaded.coupon)
  const isApplied = coupon !== null && 'offers' in coupon && coupon.code === code?.trim().toUpperCase()
  const withCoupon = new Map(isApplied ? coupon.offers.map(({ _id, total }) => [_id, total]) : [])
  useBalanceEvents()
  useEffect(() => setBalance(me?._id, loaded.balance), [me?._id, loaded.balance])

  const need = Number(search.get('need')) || 0
  const back = search.get('back')
  const least = settings?.minimumWalletPrice ?? 2.95
  const most = settings?.maximumWalletPrice ?? 300
  const fits = packages.find((pack) => pack.tokens + pack.bonus >= need)
  const choose = (next: Order) => {
    if (back) sessionStorage.setItem('wallet-back', back)
    setOrder(next)
    setOpen(true)
  }
  const ofPackage = (id: string): Order | null => {
    const found = packages.find(({ _id }) => _id === id)
    return found ? orderOf(found) : null
  }
  const ofAmount = (amountText: string): Order | null => {
    const price = readTokens(amountText)
    return price !== null && price >= least && price <= most
      ? { price, tokens: Math.floor(Math.round(price * 100) / tokenValue + 1e-6) / 100, bonus: 0 }
      : null
  }
  const arrived = (payment: Payment) => {
    toast.say(t('wallet.arrived', { count: payment.tokens }))
    void revalidate()
    // The redirect to the bank loses the query string. Only a path of our own site is followed.
    const returnTo = back ?? sessionStorage.getItem('wallet-back')
    sessionStorage.removeItem('wallet-back')
    if (returnTo && /^\/(?![/\\])/.test(returnTo)) void navigate(returnTo)
  }
  useCardReturn((card: Card) => {
    setPreferred(card._id)
    const again = ofPackage(search.get('top') ?? '') ?? ofAmount(search.get('amount') ?? '')
    if (again) choose(again)
  })
  usePaymentReturn((payment) => {
    if (payment.status === 'succeeded') arrived(payment)
    else if (payment.status === 'failed' || payment.status === 'cancelled' || payment.status === 'requires_action')
      toast.error('wallet.confirm.failed')
    else toast.say(t('wallet.confirm.slow'))
    void revalidate()
  })
  const withCard = async () => {
    const next = new URLSearchParams(search)
    next.delete('top')
    next.delete('amount')
    next.delete('coupon')
    if (code) next.set('coupon', code)
    if (order?.packageId) next.set('top', order.packageId)
    else if (order) next.set('amount', String(order.price))
    await addCard(`/user/wallet?${next}`)
  }
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('wallet.title')}</PageTitle>
      <PageHead
        className="max-w-list lg:max-w-column"
        title={t('wallet.title')}
        actions={
          <>
            <ButtonLink variant="ghost" size="sm" to="/user/cards">
              <CreditCard aria-hidden="true" />
              {t('wallet.cards.link')}
            </ButtonLink>
            <ButtonLink variant="ghost" size="sm" to="/user/transactions" className="max-sm:hidden">
              <ReceiptText aria-hidden="true" />
              {t('wallet.all')}
            </ButtonLink>
          </>
        }
      />
      <div className="max-w-list lg:max-w-column">
        <BalanceCard balance={balance} />
        {failed.length ? (
          <div className="mt-4">
            <PartialState onRetry={() => void revalidate()}>{t('wallet.partial')}</PartialState>
          </div>
        ) : null}

        <section className="mt-7">
          <h2 className="mb-3.5 flex flex-wrap items-baseline gap-x-2.5">
            {t('wallet.add')}{' '}
            <span className="num font-sans text-xs font-normal tracking-normal text-ink-3">
              {t('wallet.rate', { amount: money(tokenValue, currency) })}
            </span>
          </h2>
          {need > 0 && fits ? (
            <p role="status" className="mb-3 rounded-md bg-token-soft px-4 py-3 text-sm text-token-soft-ink">
              {t('wallet.need', { count: need })}
            </p>
          ) : null}
          {coupon && (isApplied || 'status' in coupon) ? (
            <div className="mb-3">
              <CouponNote
                code={search.get('coupon') ?? ''}
                looked={coupon}
                kind="tokens"
                currency={currency}
                onRemove={() => {
                  setCoupon(null)
                  setCode(null)
                }}
              >
                <p>{t('wallet.coupon.choose')}</p>
              </CouponNote>
            </div>
          ) : null}
          {packages.length ? (
            <Packages
              packages={packages}
              withCoupon={withCoupon}
              chosen={order ? order.packageId : need > 0 ? fits?._id : undefined}
              onChoose={(entry) => choose(orderOf(entry))}
            />
          ) : (
            <p className="text-sm text-ink-2">{t('wallet.noPackages')}</p>
          )}
          {need > 0 && fits && !order ? (
            <Button variant="primary" size="lg" wide className="mt-3" onClick={() => choose(orderOf(fits))}>
              {t('wallet.continue')}
            </Button>
          ) : null}
          <CustomAmount least={least} most={most} orderOf={ofAmount} onChoose={choose} />
        </section>

        <section className="mt-8">
          <h2 className="flex items-baseline justify-between">
            {t('wallet.latest')}
            {moves.length ? (
              <Link
                to="/user/transactions"
                className="link inline-flex min-h-6 items-center font-sans text-sm pointer-coarse:min-h-11"
              >
                {t('wallet.all')}
              </Link>
            ) : null}
          </h2>
          {moves.length ? (
            <ul className="mt-2">
              {moves.map((move) => (
                <MoveRow key={move.kind === 'charge' ? move.charge._id : move.paid._id} move={move} />
              ))}
            </ul>
          ) : (
            <EmptyState title={t('wallet.empty')} className="py-8!">
              {t('wallet.emptyHint')}
            </EmptyState>
          )}
        </section>
      </div>
      {order ? (
        <TopUpSheet
          key={`${order.packageId ?? order.price}-${preferred ?? ''}`}
          open={open}
          onOpenChange={setOpen}
          order={order}
          cards={cards}
          preferred={preferred}
          balance={balance}
          onAddCard={withCard}
          onArrived={arrived}
          code={code}
          onCode={setCode}
        />
      ) : null}
    </div>
  )
}
