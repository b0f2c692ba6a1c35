import { call, type Reply } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'

export type Payment = Reply<'GET /payment/transactions/:id'>['data']
const open = new Set<Payment['status']>(['created', 'requires_action', 'processing'])
const everyMs = 1200
const longestMs = 45_000

/** Sends the payer to the bank's page. What is awaited never ends: this page is left. */
export function goTo(url: string): Promise<never> {
  // "Back" may bring this page as it was left, waiting for an answer that went elsewhere: it begins anew.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { once: true })
  location.assign(url)
  return new Promise(() => undefined)
}

/** Polls until the bank has answered, or until the time limit. */
export async function settled(payment: Payment): Promise<Payment> {
  let now = payment
  const until = Date.now() + longestMs
  while (open.has(now.status) && Date.now() < until) {
    await new Promise((done) => setTimeout(done, everyMs))
    now = (await call('GET /payment/transactions/:id', { params: { id: payment._id } })).data
    if (now.status === 'requires_action' && now.actionUrl) return goTo(now.actionUrl)
  }
  return now
}
const decidedMs = 10_000
/** Waits a little until what a payment carries is bought or not. */
export async function decided(payment: Payment): Promise<Payment> {
  let now = payment
  const until = Date.now() + decidedMs
  while (now.purchase?.status === 'waiting' && !open.has(now.status) && !isRefused(now) && Date.now() < until) {
    await new Promise((done) => setTimeout(done, everyMs / 4))
    now = (await call('GET /payment/transactions/:id', { params: { id: now._id } })).data
  }
  return now
}
export const isOpenPayment = (payment: Payment): boolean => open.has(payment.status)

/** What a payment says that its bank did not confirm. */
export const declined = (message: string): ApiProblem =>
  new ApiProblem({ status: 422, code: 'CARD_DECLINED', message, errors: [], requestId: null, details: {} })
export const isRefused = ({ status }: Payment): boolean => status === 'failed' || status === 'cancelled'
/** Neither refused nor complete, in words of the page: the same may be sent again under its key. */
export const saying = (message: string): ApiProblem =>
  new ApiProblem({ status: 0, code: 'SAID', message, errors: [], requestId: null, details: {} })
