import clsx from 'clsx'
import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ProblemData } from '../../api/problem.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form.tsx'
import { ConfirmSteps } from './confirm-steps.tsx'
import { isFinalRefusal } from './final-refusals.ts'
import { TokenIcon } from './token-icon.tsx'
import { type Change, useMutation } from '../forms/use-mutation.ts'

export interface MoneyLine {
  label: ReactNode
  amount: ReactNode
  /** Money saved, such as a coupon. */
  saving?: boolean
}
interface ConfirmSheetProps<Sent> {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Where nothing is paid by it yet: what it is, and what is said below the button. */
  title?: ReactNode
  once?: ReactNode
  /** What one gets. */
  get: { title: ReactNode; detail?: ReactNode; icon?: ReactNode }
  /** What is still to be chosen, such as an amount. */
  choice?: ReactNode
  lines: readonly MoneyLine[]
  total: ReactNode
  totalLabel?: ReactNode
  /** Below the total: what is paid another time. */
  later?: MoneyLine | undefined
  /** Nothing is paid by it now: it says so, and speaks of no payment. */
  isFree?: boolean
  /** Tokens left when it is done. */
  balanceAfter?: number
  method?: ReactNode
  /** Between the lines and the button: coupon, own limit. */
  children?: ReactNode
  /** The verb and the amount: "Unlock for 120". */
  action: ReactNode
  /** The steps it goes through; two at least, and the last is the end of it: two where nothing is paid. */
  steps: readonly string[]
  /** What is sent: whom, what, how much, and by which method. Another amount or target is another payment, under another key. */
  request: Sent
  /** Sends the request with `change` and `once`. Call `step` as each step begins. */
  onConfirm: (request: Sent, change: Change, step: (at: number) => void) => Promise<void>
  /** What is safe when it fails. */
  safe?: ReactNode
  /** In place of what one gets, where the thing is shown more fully. */
  head?: ReactNode
  /** The total above the button, in place of below the lines. */
  foot?: ReactNode
  /** Whether everything is filled in; says itself what isn't. */
  check?: () => boolean
  /** Not yet: what it needs hasn't come. */
  isReady?: boolean
  /** What became of it before the page was loaded again. */
  before?: ProblemData | null
  /** It was confirmed before the page was left: it goes on without another press. */
  goesOn?: boolean
  /** Refusals after which the same can be tried here, though elsewhere they are final. */
  mendable?: readonly string[]
  /** What a card has paid before it turned out that nothing can be bought. */
  paid?: ReactNode
}

/**
 * "Review and pay", or "Review and confirm" where it is free: every line, the total, what is left, one button. It locks at the first press and names the step. Where the refusal is
 * that this can't be bought at all, there is nothing to press but "Close", and the page behind is read again.
 */
export function ConfirmSheet<Sent extends object>({
  open,
  onOpenChange,
  title,
  once,
  get,
  choice,
  lines,
  total,
  totalLabel,
  later,
  isFree = false,
  balanceAfter,
  method,
  children,
  action,
  steps,
  request,
  onConfirm,
  safe,
  head,
  foot,
  check,
  isReady = true,
  before = null,
  goesOn = false,
  mendable = [],
  paid,
}: ConfirmSheetProps<Sent>) {
  const t = useT()
  const { tokens } = useFormats()
  const [step, setStep] = useState(0)
  const { attempt, working, problem: own } = useMutation()
  const [isTried, setTried] = useState(false)
  const problem = isTried ? own : before
  const close = useRef<HTMLDivElement>(null)
  const { revalidate } = useRevalidator()
  // Of another request, such as fewer pieces, nothing is known yet.
  const sent = JSON.stringify(request)
  const [refused, setRefused] = useState(sent)
  const isOver = !working && problem !== null && isFinalRefusal(problem.code, mendable) && refused === sent
  const setOpen = (isOpen: boolean) => {
    if (!isOpen && isOver) void revalidate()
    onOpenChange(isOpen)
  }

  const confirm = async () => {
    if (working || check?.() === false) return
    setTried(true)
    setRefused(sent)
    setStep(1)
    if (await attempt(request, (change) => onConfirm(request, change, setStep))) onOpenChange(false)
    setStep(0)
  }

  const resume = useRef(confirm)
  resume.current = confirm
  useEffect(() => {
    if (goesOn && isReady) void resume.current()
  }, [goesOn, isReady])

  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      locked={working}
      initialFocus={close}
      title={
        <>
          {title ?? t(isOver ? 'ui.confirm.over' : isFree ? 'ui.confirm.review' : 'ui.confirm.title')}
          {/* The name of the window: what it is for, from whom, and how much. */}
          <span className="sr-only">
            : {get.title}, {get.detail ? <>{get.detail}, </> : null}
            {total}
          </span>
        </>
      }
      footer={
        isOver ? (
          <Button size="xl" wide onClick={() => setOpen(false)}>
            {t('ui.close')}
          </Button>
        ) : (
          <>
            {foot}
            <Button
              variant="primary"
              size="xl"
              wide
              disabled={!isReady && !working}
              // What the last one is called has not happened before the window closes.
              busy={working ? (step < steps.length - 1 ? steps[step] : t('ui.confirm.working')) : undefined}
              onClick={confirm}
            >
              <Lock aria-hidden="true" />
              {action}
            </Button>
            <p className="mt-3 text-center text-xs text-ink-3">
              {once ?? t(isFree ? 'ui.confirm.nothing' : 'ui.confirm.once')}
            </p>
          </>
        )
      }
    >
      {isOver ? null : <ConfirmSteps steps={steps} step={step} />}
      <div ref={close} tabIndex={-1} className="outline-none">
        <FormProblem problem={problem}>
          {isOver ? paid : null}
          {problem && safe && !isFree && !isOver ? <div className="mt-2 mb-3 text-sm text-ink-2">{safe}</div> : null}
          {head ?? (
            <div className="mt-1.5 mb-3 flex items-center gap-[18px] rounded-lg bg-token-soft px-5 py-4 text-token-soft-ink">
              {get.icon ?? <TokenIcon className="size-[52px]" />}
              <div className="min-w-0">
                <p className="font-display text-[1.75rem] leading-[1.1] font-heavy tracking-[-.035em] text-ink wrap-anywhere">
                  {get.title}
                </p>
                {get.detail ? <p className="mt-1 text-sm">{get.detail}</p> : null}
              </div>
            </div>
          )}
          {isOver ? null : (
            <>
              {choice}
              <dl className="num">
                {lines.map(({ label, amount, saving }, at) => (
                  // Lines of one bill keep their order.
                  <div key={at} className="flex justify-between gap-3 py-1.5 text-ink-2 md:py-2">
                    <dt className="min-w-0 wrap-anywhere">{label}</dt>
                    <dd className={clsx('shrink-0 font-semibold', saving ? 'text-success-text' : 'text-ink')}>
                      {amount}
                    </dd>
                  </div>
                ))}
                {foot ? null : (
                  <div
                    className={clsx(
                      'flex items-baseline justify-between gap-3 pt-4 text-lg',
                      lines.length > 0 && 'mt-2 border-t border-line',
                    )}
                  >
                    <dt>{totalLabel ?? t('ui.confirm.total')}</dt>
                    <dd className="font-display text-[1.375rem] font-heavy tracking-[-.02em]">{total}</dd>
                  </div>
                )}
                {later ? (
                  <div className="flex justify-between gap-3 py-1.5 text-ink-2">
                    <dt>{later.label}</dt>
                    <dd className="font-semibold text-ink">{later.amount}</dd>
                  </div>
                ) : null}
                {balanceAfter === undefined ? null : (
                  <div className="flex justify-between gap-3 py-1.5 text-ink-2">
                    <dt>{t('ui.confirm.after')}</dt>
                    <dd className="inline-flex items-center gap-1.5 font-semibold text-ink">
                      <TokenIcon /> <span aria-hidden="true">{tokens(balanceAfter)}</span>
                      <span className="sr-only">{t.tokens(balanceAfter)}</span>
                    </dd>
                  </div>
                )}
              </dl>
              {method ? (
                <div className="mt-4 rounded-md px-3.5 py-3 shadow-[inset_0_0_0_1px_var(--line)]">{method}</div>
              ) : null}
              {children}
            </>
          )}
        </FormProblem>
      </div>
    </Sheet>
  )
}
