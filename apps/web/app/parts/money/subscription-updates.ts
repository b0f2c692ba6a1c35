import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { useSocketMessage } from '../../api/socket.ts'

/**
 * Revalidates the page when one of the reader's subscriptions begins, is renewed, fails or ends; with `performerId`, only for
 * that creator.
 */
export function useSubscriptionNews(performerId?: string): void {
  const { revalidate } = useRevalidator()
  const handler = useCallback(
    (message: { performerId: string }) => {
      if (!performerId || message.performerId === performerId) void revalidate()
    },
    [performerId, revalidate],
  )
  useSocketMessage('subscription/updated', handler)
}
