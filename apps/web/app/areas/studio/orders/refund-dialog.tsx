import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Price } from '../../../parts/money/price.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import { restOf, type SaleDetails } from './order-states.ts'

/** Opens the dialog in which the buyer is refunded. */
export function RefundButton({ order }: { order: SaleDetails }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="mt-3" size="sm" onClick={() => setOpen(true)}>
        {t('studio.orders.refund')}
      </Button>
      {isOpen ? <RefundDialog order={order} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Returns all that is left of the payment, or part of it. */
function RefundDialog({ order, onClose }: { order: SaleDetails; onClose: () => void }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working, problem } = useMutation()
  const [isAll, setAll] = useState(true)
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const rest = restOf(order)
  const part = readTokens(typed)
  const fits = part !== null && part > 0 && part <= rest
  const tokens = isAll ? rest : part
  const limits = t('studio.orders.refundMost', { shown: t.tokens(rest) })
  const refund = async () => {
    if (tokens === null || (!isAll && !fits)) return
    const done = await send('POST /orders/:id/refund', {
      params: { id: order._id },
      body: { tokens, note },
      once: true,
    })
    if (!done) return
    toast.say(t('studio.orders.refundDone'))
    await revalidate()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.orders.refund')}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            type="submit"
            form="refund"
            variant="danger"
            disabled={!isAll && !fits}
            busy={working ? t('ui.saving') : undefined}
          >
            {tokens !== null && (isAll || fits)
              ? t('studio.orders.refundTokens', { shown: t.tokens(tokens) })
              : t('studio.orders.refund')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <form
          id="refund"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void refund()
          }}
        >
          <p className="text-sm text-ink-2">{t('studio.orders.refundHint')}</p>
          <RadioCards
            name="much"
            legend={t('studio.orders.refundAmount')}
            value={isAll ? 'all' : 'part'}
            onChange={(value) => setAll(value === 'all')}
            choices={[
              { value: 'all', title: t('studio.orders.refundAll'), end: <Price tokens={rest} /> },
              { value: 'part', title: t('studio.orders.refundPart') },
            ]}
          />
          {isAll ? null : (
            <Field
              label={t('studio.orders.refundTokensLabel')}
              name="tokens"
              hint={fits ? <Price tokens={part} /> : typed ? undefined : limits}
              error={typed && !fits ? limits : undefined}
              required
            >
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                className="num"
              />
            </Field>
          )}
          <Field label={t('studio.orders.note')} name="note" optional={t('studio.editor.optional')}>
            <Textarea value={note} maxLength={500} onChange={(event) => setNote(event.currentTarget.value)} />
          </Field>
        </form>
      </FormProblem>
    </Dialog>
  )
}
