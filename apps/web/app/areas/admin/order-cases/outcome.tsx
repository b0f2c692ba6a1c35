import type { Reply } from '../../../api/contract.ts'
import { useT } from '../../../i18n/context.tsx'

type Case = Pick<Reply<'GET /admin/order-cases'>['data'][number], 'decision' | 'payment'>

/** What became of an escalated order. */
export function Outcome({ of: { decision } }: { of: Case }) {
  const t = useT()
  return decision
    ? t(`orders.decision.${decision.decision}`, { tokens: t.tokens(decision.tokens) })
    : t('orders.cases.ended')
}
