import type { StaffPayout } from '@fanlight/contract/payouts'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const pollMs = 3000

type Awaited = Pick<StaffPayout, 'status' | 'destination' | 'needsReview'>

/** Revalidates the page every few seconds while Stripe is paying one of its payouts and the page is visible. */
export function useStripeAnswer(payouts: readonly Awaited[]): void {
  const { revalidate } = useRevalidator()
  const isAwaited = payouts.some(
    ({ status, destination, needsReview }) =>
      status === 'processing' && destination.method === 'stripe' && !needsReview,
  )
  useEffect(() => {
    if (!isAwaited) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, pollMs)
    return () => clearInterval(timer)
  }, [isAwaited, revalidate])
}
