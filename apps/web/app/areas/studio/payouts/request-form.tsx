import { type ReactNode, useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { call } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { PayoutDestination } from '../../../parts/money/payout-destination.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import type { Quote } from './payouts.tsx'

const typingMs = 300

/** Requests a payout: all that is available, unless another amount is typed. What it brings is shown as it is typed. */
export function RequestForm({ quote: all }: { quote: Quote }) {
  const t = useT()
  const { date } = useFormats()
  const { revalidate } = useRevalidator()
  const { send, working, problem } = useMutation()
  const [typed, setTyped] = useState(String(all.available))
  const tokens = readTokens(typed)
  const isValid = tokens !== null && tokens > 0 && tokens <= all.available
  const { quote, isFailed, retry } = useQuote(all, isValid ? tokens : null)
  const exact = useExact(all.currency)
  const minimum = exact.money(all.minimum)
  const isBelow = quote?.blockers.some(({ code }) => code === 'PAYOUT_BELOW_MINIMUM') ?? false
  const wrong =
    tokens === null || tokens === 0
      ? t('payout.form.invalid')
      : tokens > all.available
        ? t('payout.form.tooMany', { shown: t.tokens(all.available) })
        : isBelow
          ? t('errors.PAYOUT_BELOW_MINIMUM')
          : undefined
  /** The note of the request that is asked about. */
  const [asked, setAsked] = useState<string | null>(null)
  const request = async (note: string) => {
    if (wrong || tokens === null) return
    if (await send('POST /payout-requests', { body: { tokens, note }, once: true })) toast.success('payout.form.done')
    await revalidate()
  }
  const isUnpayable = useUnpayable(all.destination)
  const money = (value: number | undefined) => (value === undefined ? '–' : exact.money(value))
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-[22px]">
      <h2 className="text-lg">{t('payout.form.title')}</h2>
      <form
        noValidate
        className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const note = new FormData(event.currentTarget).get('note')
          if (!wrong) setAsked(String(note ?? '').trim())
        }}
      >
        <FormProblem problem={problem}>
          <Field
            label={t('payout.form.tokens')}
            name="tokens"
            hint={t('payout.form.tokensHint', { shown: t.tokens(all.available), minimum })}
            error={wrong}
            required
          >
            <Input
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              inputMode="decimal"
              autoComplete="off"
              maxLength={15}
              className="num pe-24 text-match"
              end={
                <Button size="sm" disabled={tokens === all.available} onClick={() => setTyped(String(all.available))}>
                  {t('payout.form.all')}
                </Button>
              }
            />
          </Field>
          {isFailed ? <PartialState onRetry={retry}>{t('payout.form.failed')}</PartialState> : null}
          <dl className="num grid gap-2 rounded-md bg-surface-2 p-4 text-sm" aria-live="polite" aria-busy={!quote}>
            <Row name={t('payout.amount')}>{money(quote?.amount)}</Row>
            <Row name={t('payout.fee')}>{money(quote && (-quote.fee || 0))}</Row>
            <Row name={t('payout.net')} isSum>
              {money(quote?.net)}
            </Row>
            {all.destination ? (
              <Row name={t('payout.to')}>
                <PayoutDestination of={all.destination} />
              </Row>
            ) : null}
            <Row name={t('payout.expected')}>{date(all.expectedAt)}</Row>
          </dl>
          {isUnpayable ? (
            <p role="status" className="rounded-md bg-token-soft px-4 py-3 text-sm text-token-soft-ink">
              {t.rich('payout.form.stripe', {
                link: (text) => (
                  <Link to="/creator/payment-gateways" className="font-bold underline">
                    {text}
                  </Link>
                ),
              })}
            </p>
          ) : null}
          <Field
            label={t('payout.form.note')}
            name="note"
            optional={t('studio.editor.optional')}
            hint={t('payout.form.noteHint')}
          >
            <Textarea rows={2} maxLength={500} dir="auto" />
          </Field>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            className="justify-self-start max-sm:w-full"
            busy={working ? t('payout.form.busy') : undefined}
          >
            {t('payout.form.submit')}
          </Button>
        </FormProblem>
      </form>
      {asked === null ? null : (
        <ConfirmDialog
          title={t('payout.form.sure', { amount: money(quote?.net) })}
          action={t('payout.form.submit')}
          busy={t('payout.form.busy')}
          variant="primary"
          onConfirm={() => request(asked)}
          onClose={() => setAsked(null)}
        >
          {all.destination ? (
            <p className="font-medium text-ink">
              <PayoutDestination of={all.destination} />
            </p>
          ) : null}
          <p>{t('payout.form.sureHint', { when: date(all.expectedAt) })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function Row({ name, isSum = false, children }: { name: string; isSum?: boolean; children: ReactNode }) {
  return (
    <div className={isSum ? 'flex justify-between gap-4 border-y border-line py-2' : 'flex justify-between gap-4'}>
      <dt className="text-ink-2">{name}</dt>
      <dd className={isSum ? 'text-end text-base font-heavy' : 'text-end font-medium'}>{children}</dd>
    </div>
  )
}

/** Whether Stripe says that it can't pay out to the creator yet. Not known is no reason for a warning. */
function useUnpayable(destination: Quote['destination']): boolean {
  const [isUnpayable, setUnpayable] = useState(false)
  const isByStripe = destination?.method === 'stripe'
  useEffect(() => {
    if (!isByStripe) return
    const stop = new AbortController()
    call('GET /stripe/accounts', { signal: stop.signal }).then(
      ({ data }) => setUnpayable(!data?.payoutsEnabled),
      () => undefined,
    )
    return () => stop.abort()
  }, [isByStripe])
  return isByStripe && isUnpayable
}

/** What a payout of these tokens brings, a moment after they were typed; undefined until it is known. */
function useQuote(all: Quote, tokens: number | null) {
  const [found, setFound] = useState<{ tokens: number; quote: Quote }>()
  const [failed, setFailed] = useState<number>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (tokens === null || tokens === all.available) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call('POST /payout-requests/calculate', { body: { tokens }, signal: stop.signal }).then(
        ({ data }) => (setFailed(undefined), setFound({ tokens, quote: data })),
        () => stop.signal.aborted || setFailed(tokens),
      )
    }, typingMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [tokens, all.available, attempt])
  const quote = tokens === all.available ? all : found?.tokens === tokens ? found.quote : undefined
  return {
    quote,
    isFailed: quote === undefined && tokens !== null && failed === tokens,
    retry: () => (setFailed(undefined), setAttempt((count) => count + 1)),
  }
}
