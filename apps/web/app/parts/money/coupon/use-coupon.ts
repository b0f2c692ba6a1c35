import { useCallback, useEffect, useRef, useState } from 'react'
import type { Reply, RequestInput } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useMutation } from '../../forms/use-mutation.ts'

export type CouponUse = RequestInput<'POST /coupons/:code/apply-coupon'>['body']
export type AppliedCoupon = Reply<'POST /coupons/:code/apply-coupon'>['data']
/** Why a code isn’t applied: it is none, the server refuses it, or its time is over. */
export type CouponProblem = 'shape' | 'over' | ProblemData

export interface CouponState {
  applied: AppliedCoupon | null
  /** What is typed, which stays whatever the answer is; null while the field is closed. */
  typed: string | null
  problem: CouponProblem | null
  working: boolean
  setTyped: (typed: string | null) => void
  apply: (code: string) => Promise<void>
  remove: () => Promise<void>
  /** It was paid with. */
  clear: () => void
  /** The applied code no longer counts. */
  lose: (problem: CouponProblem) => void
}

const shape = /^[A-Z0-9-]{4,20}$/
const holdMsMax = 15 * 60_000

/** A code for a payment. `initial` is applied at once; `onCode` says which is, so that it outlives the window. */
export function useCoupon(use: CouponUse, initial: string | null, onCode: (code: string | null) => void): CouponState {
  const [applied, setApplied] = useState<AppliedCoupon | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<CouponProblem | null>(null)
  const applying = useMutation()
  const dropping = useMutation()
  const send = useRef(applying.sendOrThrow)
  send.current = applying.sendOrThrow
  const wanted = useRef(initial)
  const notify = useRef(onCode)
  notify.current = onCode
  const key = JSON.stringify(use)

  const apply = useCallback(
    async (text: string) => {
      const code = text.trim().toUpperCase()
      if (!shape.test(code)) {
        setTyped(text)
        return setProblem('shape')
      }
      try {
        const body = JSON.parse(key) as CouponUse
        const reply = await send.current('POST /coupons/:code/apply-coupon', { params: { code }, body })
        if (!reply) return
        wanted.current = code
        notify.current(code)
        setApplied(reply.data)
        setTyped(null)
        setProblem(null)
      } catch (error) {
        wanted.current = null
        notify.current(null)
        setApplied(null)
        setTyped(text)
        setProblem(asProblem(error))
      }
    },
    [key],
  )
  // What it is for can change while the window is open, such as a plan that has another price by now.
  useEffect(() => {
    if (wanted.current) void apply(wanted.current)
  }, [apply])

  const lose = (reason: CouponProblem) => {
    if (applied) setTyped(applied.code)
    setApplied(null)
    wanted.current = null
    notify.current(null)
    setProblem(reason)
  }
  const clear = () => {
    setApplied(null)
    setTyped(null)
    setProblem(null)
    wanted.current = null
    notify.current(null)
  }
  const remove = async () => {
    clear()
    // Where it can’t be given back now, its time ends.
    if (applied) await dropping.send('DELETE /coupons/:code/apply-coupon', { params: { code: applied.code } })
  }

  return { applied, typed, problem, working: applying.working, setTyped, apply, remove, clear, lose }
}

/** How many seconds are left, by the clock of this device as it was when the answer came. */
export function useSecondsLeft(until: string, onOver: () => void): number {
  const [end, setEnd] = useState(() => endOf(until))
  const [now, setNow] = useState(() => Date.now())
  const notify = useRef(onOver)
  notify.current = onOver
  useEffect(() => {
    setEnd(endOf(until))
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  useEffect(() => {
    if (left === 0) notify.current()
  }, [left])
  return left
}
// A clock that is late would show more than a use is ever held for.
const endOf = (until: string) => Math.min(Date.parse(until), Date.now() + holdMsMax)
