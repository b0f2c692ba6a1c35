import { useEffect, useRef } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { call, type Reply } from '../../api/client.ts'
import { needMessages } from '../../i18n/area-messages.ts'
import { toast } from '../../ui/toast.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import { checkoutName } from './checkout/use-checkout-return.ts'
import { goTo, settled } from './payment.ts'
import { useSettings } from '../site/site.ts'

export type Card = Reply<'GET /payment-cards'>['data'][number]

/** Leads to the gateway's own form, where the number is typed; it comes back to `returnPath`. */
export function useAddCard(): (returnPath: string) => Promise<void> {
  const gateway = useSettings()?.paymentGateway ?? 'stripe'
  const { sendOrThrow } = useMutation()
  return async (returnPath) => {
    const begun = await sendOrThrow('POST /:gateway/cards', { params: { gateway }, body: { returnPath } })
    if (begun?.data.form) await goTo(begun.data.form.url)
  }
}

/** Keeps the card that the gateway's form came back with, and takes its token out of the address. */
export function useCardReturn(onCard: (card: Card) => void): void {
  const [search, setSearch] = useSearchParams()
  const gateway = useSettings()?.paymentGateway ?? 'stripe'
  const { revalidate } = useRevalidator()
  // What a sheet went for comes back to that sheet.
  const token = search.has(checkoutName) ? null : search.get('cardToken')
  const taken = useRef<string>(null)
  const notify = useRef(onCard)
  notify.current = onCard
  useEffect(() => {
    if (!token || taken.current === token) return
    taken.current = token
    setSearch((now) => (now.delete('cardToken'), now), { replace: true, preventScrollReset: true })
    // Coming here twice with one token keeps one card.
    call('POST /:gateway/cards', { params: { gateway }, body: { token } }).then(
      async ({ data }) => {
        if (!data.card) return
        await needMessages('wallet')
        toast.success('wallet.card.added')
        notify.current(data.card)
        void revalidate()
      },
      (error) => toast.problem(error),
    )
  }, [token, gateway, setSearch, revalidate])
}

/** After the bank's page: waits for the payment in the URL and reports its result. */
export function usePaymentReturn(onDone: (payment: Awaited<ReturnType<typeof settled>>) => void): void {
  const [search, setSearch] = useSearchParams()
  const id = search.has(checkoutName) ? null : (search.get('paymentId') ?? search.get('payment'))
  const taken = useRef<string>(null)
  const notify = useRef(onDone)
  notify.current = onDone
  useEffect(() => {
    if (!id || taken.current === id) return
    taken.current = id
    setSearch((now) => (now.delete('payment'), now.delete('paymentId'), now), {
      replace: true,
      preventScrollReset: true,
    })
    call('GET /payment/transactions/:id', { params: { id } })
      // Back from the bank without an answer: the page is not sent there again by itself.
      .then(async ({ data }) => (data.status === 'requires_action' ? data : settled(data)))
      .then(
        (payment) => notify.current(payment),
        (error) => toast.problem(error),
      )
  }, [id, setSearch])
}
