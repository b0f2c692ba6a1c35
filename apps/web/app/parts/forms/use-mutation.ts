import { useRef, useState } from 'react'
import { call, newKey } from '../../api/client.ts'
import type { AnyRequestInput, Endpoints, Reply, RequestArgs, RequestInput, Route } from '../../api/contract.ts'
import { asProblem, type ProblemData } from '../../api/problem.ts'
import { toast } from '../../ui/toast.tsx'

export type ChangeRoute = Exclude<Route, `GET ${string}`>
/**
 * What a call takes. `once`: it must not be done twice, however often the button is pressed. Only for calls that accept an idempotency
 * key.
 */
type Given<R extends Route> = Omit<RequestInput<R>, 'key' | 'signal'> &
  (Endpoints[R] extends { idempotent: 'none' } ? { once?: never } : { once?: true })
type Args<R extends Route> = Partial<Given<R>> extends Given<R> ? [input?: Given<R>] : [input: Given<R>]
export type Change = <R extends ChangeRoute>(route: R, ...input: Args<R>) => Promise<Reply<R>>

interface MutationOptions {
  /** Errors are shown as toasts, where there is no form to show them in. */
  toasts?: boolean
  /** The field at which an error code is shown. */
  fields?: Parameters<typeof asProblem>[1]
}

/** The person closed the step-up dialog: nothing was done, and nothing is to be said about it. */
const closed = Symbol('closed')

/** Sends a call that changes something. If the log-in is older than the server accepts for it, step-up confirmation comes first. */
async function change(route: ChangeRoute, input: AnyRequestInput): Promise<unknown> {
  const send = () => call(route, ...([input] as unknown as RequestArgs<ChangeRoute>))
  try {
    return await send()
  } catch (error) {
    if (asProblem(error).code !== 'CONFIRMATION_REQUIRED') throw error
    const { confirmStepUp } = await import('../account/step-up/step-up-dialog.tsx')
    if (await confirmStepUp()) return send()
    throw closed
  }
}

/**
 * Changes something while the page stays: `const save = useMutation()`, then `await save.send('PUT /admin/menus', { body, once: true })`.
 *
 * - `send` returns the reply, or undefined if it was refused. Then `problem` says why, or a toast with `toasts`.
 * - `attempt` is for several steps under one key: it returns whether all were done. `request` says all that is sent; what is computed
 *   from the present is computed from `at`, when the request was first sent.
 * - `sendOrThrow` and `attemptOrThrow` throw the refusal, for what shows it itself, such as a `ConfirmDialog`.
 *
 * A second press while the first is in flight does nothing. A refusal is final, so the next try has a new key. Without an answer it may
 * have been done: the same request goes again under the same key, another request under a new one.
 */
export function useMutation({ toasts = false, fields }: MutationOptions = {}) {
  const [working, setWorking] = useState(false)
  // State changes only with the next render: a second press may come before it.
  const isSending = useRef(false)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const tried = useRef<{ request: string; key: string; at: Date }>(null)

  const work = async (request: unknown, steps: (change: Change, at: Date) => Promise<unknown>): Promise<boolean> => {
    if (isSending.current) return false
    isSending.current = true
    const sent = JSON.stringify(request)
    if (tried.current?.request !== sent) tried.current = { request: sent, key: newKey(), at: new Date() }
    const { key, at } = tried.current
    const keyed = (route: ChangeRoute, { once, ...input }: AnyRequestInput & { once?: true } = {}) =>
      change(route, once ? { ...input, key } : input)
    setWorking(true)
    setProblem(null)
    try {
      await steps(keyed as Change, at)
      tried.current = null
      return true
    } catch (error) {
      const { status } = asProblem(error)
      if (error === closed || (status >= 400 && status < 500)) tried.current = null
      if (error === closed) return false
      throw error
    } finally {
      isSending.current = false
      setWorking(false)
    }
  }
  const attempt: typeof work = (...args) =>
    work(...args).catch((error: unknown) => {
      if (toasts) toast.problem(error)
      else setProblem(asProblem(error, fields))
      return false
    })
  const sender =
    (by: typeof work) =>
    async <R extends ChangeRoute>(route: R, ...input: Args<R>): Promise<Reply<R> | undefined> => {
      let reply: Reply<R> | undefined
      await by([route, input], async (change) => (reply = await change(route, ...input)))
      return reply
    }
  return {
    attempt,
    attemptOrThrow: work,
    send: sender(attempt),
    sendOrThrow: sender(work),
    working,
    problem,
    setProblem,
  }
}
