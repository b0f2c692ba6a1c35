import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call, newKey } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { goTo, settled } from '../../../parts/money/payment.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Paid } from '../wallet/moves.tsx'

/** The same payment once more: it is charged once, however often this is pressed. */
export function Retry({ payment }: { payment: Paid }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [working, setWorking] = useState(false)
  const key = useRef<string>(null)
  const retry = async () => {
    if (working) return
    setWorking(true)
    try {
      if (payment.status === 'requires_action' && payment.actionUrl) await goTo(payment.actionUrl)
      key.current ??= newKey()
      const { data } = await call('POST /payment/retry/:id', {
        params: { id: payment._id },
        body: {},
        key: key.current,
      })
      key.current = null
      if (data.status === 'requires_action' && data.actionUrl) await goTo(data.actionUrl)
      const after = await settled(data)
      if (after.status === 'succeeded') toast.say(t('wallet.arrived', { count: after.tokens }))
      else toast.error('wallet.confirm.failed')
    } catch (error) {
      // Without an answer it may have gone through: the key stays.
      const { status } = asProblem(error)
      if (status >= 400 && status < 500) key.current = null
      toast.problem(error)
    } finally {
      setWorking(false)
      void revalidate()
    }
  }
  return (
    <Button size="sm" variant="outline" busy={working ? t('wallet.retrying') : undefined} onClick={() => void retry()}>
      {payment.status === 'requires_action' ? t('wallet.confirm.open') : t('wallet.retry')}
    </Button>
  )
}
