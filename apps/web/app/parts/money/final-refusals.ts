/** What is refused whatever the payer does next: there is none left, it isn't sold any more or not to them, or they have it. */
const finalRefusals: ReadonlySet<string> = new Set([
  'SOLD_OUT',
  'SEATS_GONE',
  'NOT_FOR_SALE',
  'NOT_FOUND',
  'PERFORMER_NOT_FOUND',
  'PLAN_NOT_AVAILABLE',
  'PRICE_OUT_OF_RANGE',
  'ALREADY_PURCHASED',
  'ALREADY_SUBSCRIBED',
  'SUBSCRIPTION_OVER',
  'SUBSCRIPTION_NOT_CHANGEABLE',
  'STREAM_NOT_FOUND',
  'STREAM_ENDED',
  'SHOW_NOT_FOUND',
  'SHOW_ENDED',
  'SHOWS_CLOSED',
  'NOT_TO_ONESELF',
  'PAYING_BLOCKED',
  'GEO_BLOCKED',
])

/** Whether the same can't be bought after this refusal. `mendable`: what a sheet can go on from, such as a card that was removed. */
export const isFinalRefusal = (code: string, mendable: readonly string[] = []): boolean =>
  finalRefusals.has(code) && !mendable.includes(code)
