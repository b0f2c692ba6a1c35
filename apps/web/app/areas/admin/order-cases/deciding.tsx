import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { orderDecisions } from '@fanlight/contract/order-states'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Section } from '../users/section.tsx'
import type { FoundCase } from './case.tsx'

type Choice = (typeof orderDecisions)[number]

/** Where the money of an open case goes, and the statement that both sides read. */
export function Deciding({ of: found }: { of: FoundCase }) {
  const t = useT()
  const { tokens: format } = useFormats()
  const { revalidate } = useRevalidator()
  const { send, working, problem } = useMutation()
  const [decision, setDecision] = useState<Choice>('refund')
  const [typed, setTyped] = useState('')
  const [statement, setStatement] = useState('')
  if (!found.can.decide)
    return (
      <Section title={t('orders.cases.decide')}>
        <p className="mt-2 text-sm text-ink-3">{t('orders.cases.cannot')}</p>
      </Section>
    )
  const part = readTokens(typed)
  const fits = part !== null && part > 0 && part < found.refundable
  const limit = t('orders.cases.less', { shown: format(found.refundable) })
  const decide = async () => {
    if (decision === 'split' && !fits) return
    const body = decision === 'split' ? { decision, tokens: part ?? 0, statement } : { decision, statement }
    const params = { id: found._id }
    if (!(await send('POST /admin/order-cases/:id/decision', { params, body, once: true }))) return
    toast.success('orders.cases.decided')
    await revalidate()
  }
  return (
    <Section title={t('orders.cases.decide')}>
      <form
        className="mt-3 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void decide()
        }}
      >
        <FormProblem problem={problem}>
          <RadioCards
            name="decision"
            legend={t('orders.cases.choice')}
            value={decision}
            onChange={(value) => setDecision(value as Choice)}
            choices={orderDecisions.map((value) => ({ value, title: t(`orders.cases.choice.${value}`) }))}
          />
          {decision === 'split' ? (
            <Field label={t('orders.cases.tokens')} name="tokens" error={typed && !fits ? limit : undefined} required>
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                className="num"
              />
            </Field>
          ) : null}
          <Field label={t('orders.cases.statement')} name="statement" hint={t('orders.cases.statementHint')} required>
            <Textarea
              rows={5}
              minLength={10}
              maxLength={2000}
              dir="auto"
              value={statement}
              onChange={(event) => setStatement(event.currentTarget.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="primary"
            disabled={statement.trim().length < 10 || (decision === 'split' && !fits)}
            busy={working ? t('ui.saving') : undefined}
          >
            {t('orders.cases.decide')}
          </Button>
        </FormProblem>
      </form>
    </Section>
  )
}
