import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { orderDecisions } from '@fanlight/contract/order-states'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Price } from '../../../parts/money/price.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Section } from '../users/section.tsx'
import type { FoundCase } from './case.tsx'

type Choice = (typeof orderDecisions)[number]
const statementMin = 10

/** Where the money of an open case goes, and the statement that both sides read. */
export function Deciding({ of: found }: { of: FoundCase }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  const [decision, setDecision] = useState<Choice>('refund')
  const [typed, setTyped] = useState('')
  const [statement, setStatement] = useState('')
  const [isTried, setTried] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (!found.can.decide)
    return (
      <Section title={t('orders.cases.decide')}>
        <p className="mt-2 text-sm text-ink-3">{t('orders.cases.cannot')}</p>
      </Section>
    )
  const part = readTokens(typed)
  const fits = part !== null && part > 0 && part < found.refundable
  const limit = t('orders.cases.less', { shown: t.tokens(found.refundable) })
  const isShort = statement.trim().length < statementMin
  const back = decision === 'release' ? 0 : decision === 'refund' ? found.refundable : (part ?? 0)
  const rest = (Math.round(found.refundable * 100) - Math.round(back * 100)) / 100
  const decide = async () => {
    const body = decision === 'split' ? { decision, tokens: back, statement } : { decision, statement }
    await sendOrThrow('POST /admin/order-cases/:id/decision', { params: { id: found._id }, body, once: true })
    toast.success('orders.cases.decided')
    await revalidate()
  }
  return (
    <Section title={t('orders.cases.decide')}>
      <form
        noValidate
        className="mt-3 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          const wrong = decision === 'split' && !fits ? 'tokens' : isShort ? 'statement' : null
          if (!wrong) return setOpen(true)
          event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
        }}
      >
        <RadioCards
          name="decision"
          legend={t('orders.cases.choice')}
          value={decision}
          onChange={(value) => setDecision(value as Choice)}
          choices={orderDecisions.map((value) => ({ value, title: t(`orders.cases.choice.${value}`) }))}
        />
        {decision === 'split' ? (
          <Field
            label={t('orders.cases.tokens')}
            name="tokens"
            error={(typed || isTried) && !fits ? limit : undefined}
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
        ) : null}
        <Field
          label={t('orders.cases.statement')}
          name="statement"
          hint={t('orders.cases.statementHint')}
          error={isTried && isShort ? t('fields.TOO_SHORT', { limit: statementMin }) : undefined}
          required
        >
          <Textarea
            rows={5}
            maxLength={2000}
            dir="auto"
            value={statement}
            onChange={(event) => setStatement(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" variant="primary">
          {t(`orders.cases.choice.${decision}`)}
        </Button>
      </form>
      {isOpen ? (
        <ConfirmDialog
          title={t(`orders.cases.sure.${decision}`)}
          action={t(`orders.cases.choice.${decision}`)}
          variant="primary"
          busy={t('ui.saving')}
          onConfirm={decide}
          onClose={() => setOpen(false)}
        >
          <dl className="grid gap-1.5 text-ink">
            <div className="flex justify-between gap-4">
              <dt>{t('orders.cases.toBuyer')}</dt>
              <dd>
                <Price tokens={back} />
              </dd>
            </div>
            <div className="flex justify-between gap-4">
              <dt>{t('orders.cases.toSeller')}</dt>
              <dd>
                <Price tokens={rest} />
              </dd>
            </div>
          </dl>
          <p className="mt-3">{t('orders.cases.sureText')}</p>
        </ConfirmDialog>
      ) : null}
    </Section>
  )
}
