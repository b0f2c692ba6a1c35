import { TicketPercent } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { clock } from '../../posts/duration.ts'
import { useCouponProblemText } from './coupon-texts.ts'
import { type CouponState, useSecondsLeft } from './use-coupon.ts'

interface CouponFieldProps {
  coupon: CouponState
  kind: 'subscription' | 'tokens'
  /** Without the code. */
  price: string
  currency: string
}

/** "Have a code?", the field behind it, and the code that is held. The focus goes where the next step is. */
export function CouponField({ coupon, kind, price, currency }: CouponFieldProps) {
  const t = useT()
  const { applied, typed, problem, working } = coupon
  const problemText = useCouponProblemText()
  const box = useRef<HTMLDivElement>(null)
  const state = applied ? 'applied' : typed === null ? 'closed' : 'open'
  // A code from the address is applied without a press, and a hold ends by itself: then the focus stays where it is.
  const [isAsked, setAsked] = useState(false)
  const isQuiet = !isAsked || problem === 'over'
  const before = useRef(state)
  /** The focus was here last: what had it may be gone by now, and the focus with whatever is around it. */
  const hadFocus = useRef(false)
  useEffect(() => {
    const stays = before.current === state && !problem
    before.current = state
    const isAround = () => document.activeElement?.contains(box.current)
    if (stays || (isQuiet && !(hadFocus.current && isAround()))) return undefined
    const focus = () => box.current?.querySelector<HTMLElement>('input, button')?.focus()
    focus()
    // A window takes the focus of what is gone a moment later.
    const frame = requestAnimationFrame(() => {
      if (isAround()) focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [state, problem, isQuiet])

  const wrong = problem ? problemText(problem, { kind, price, currency }) : undefined
  const ask = () => {
    setAsked(true)
    if (typed === null) coupon.setTyped('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask()
    box.current?.querySelector('input')?.focus()
    void coupon.apply(typed ?? '')
  }
  return (
    <div
      ref={box}
      className="mt-3"
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }) => {
        // The window that has the box in it took what was lost.
        const isElsewhere =
          relatedTarget && !box.current?.contains(relatedTarget) && !relatedTarget.contains(box.current)
        if (isElsewhere) hadFocus.current = false
      }}
    >
      {applied ? (
        <Held
          code={applied.code}
          until={applied.reservedUntil}
          onOver={() => coupon.lose('over')}
          onRemove={() => {
            setAsked(true)
            void coupon.remove()
          }}
        />
      ) : typed === null ? (
        <Button variant="ghost" size="sm" onClick={ask} busy={working ? t('wallet.coupon.checking') : undefined}>
          <TicketPercent aria-hidden="true" />
          {t('wallet.coupon.have')}
        </Button>
      ) : (
        <form noValidate onSubmit={submit} className="flex items-start gap-2">
          <Field label={t('wallet.coupon.label')} error={wrong} className="flex-1">
            <Input
              name="coupon"
              value={typed}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="font-mono uppercase"
              onChange={(event) => coupon.setTyped(event.currentTarget.value)}
            />
          </Field>
          <Button
            type="submit"
            size="lg"
            className="mt-[26px]"
            busy={working ? t('wallet.coupon.checking') : undefined}
          >
            {t('wallet.coupon.apply')}
          </Button>
        </form>
      )}
      <p role="status" className="sr-only">
        {isQuiet ? wrong : null}
      </p>
    </div>
  )
}

interface HeldProps {
  code: string
  until: string
  onOver: () => void
  onRemove: () => void
}
function Held({ code, until, onOver, onRemove }: HeldProps) {
  const t = useT()
  const left = useSecondsLeft(until, onOver)
  return (
    <div className="num flex items-center gap-2.5 rounded-md bg-success-soft px-3.5 py-2 text-sm text-success-soft-ink">
      <TicketPercent className="icon size-5! shrink-0" aria-hidden="true" />
      {/* A timer isn’t read out each second. */}
      <b role="timer" className="min-w-0 flex-1 font-strong">
        {t('wallet.coupon.held', { code, time: clock(left * 1000) })}
      </b>
      <button
        type="button"
        aria-label={t('wallet.coupon.removeCode', { code })}
        onClick={onRemove}
        className="inline-flex min-h-8 items-center font-medium underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {t('wallet.coupon.remove')}
      </button>
    </div>
  )
}
