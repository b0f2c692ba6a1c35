/** What transfers to an account do; its owner chooses it on the hosted form. */
export const payeeBehaviours = {
  pays: 'Payouts arrive',
  restricted: 'Payouts aren’t possible yet: an identity document is still required',
  balance_insufficient: 'Payouts are refused: the platform’s balance is too low',
  times_out: 'Payouts arrive, but the answer doesn’t come in time',
  answers_with_error: 'Payouts arrive, but the answer is an error',
  twice: 'Payouts arrive, and their events are sent twice',
} as const
export type PayeeBehaviour = keyof typeof payeeBehaviours

/** Whether an account takes transfers. Null: its owner has not filled in the form. */
export const isPaidOutTo = (behaviour: PayeeBehaviour | null): boolean =>
  behaviour !== null && behaviour !== 'restricted'
