import { reportTextMax, statementMin } from '@fanlight/contract/limits'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ReportAction } from '@fanlight/contract/report-values'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field, Select, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Section } from '../users/section.tsx'
import type { StaffReport } from './report.tsx'

const lengths = { open: null, day: 1, week: 7, month: 30 } as const
const dayMs = 86_400_000

export function AssignButton({ found }: { found: StaffReport }) {
  const t = useT()
  const { send, working } = useMutation({ toasts: true })
  const { revalidate } = useRevalidator()
  const takeOver = found.assignedTo !== null
  const assign = async () => {
    await send('POST /admin/reports/:id/assignment', { params: { id: found._id }, body: { takeOver }, once: true })
    await revalidate()
  }
  return (
    <Button
      size="sm"
      variant="outline"
      className="mt-3"
      busy={working ? t('cases.working') : undefined}
      onClick={() => void assign()}
    >
      {t(takeOver ? 'cases.takeOver' : 'cases.assign')}
    </Button>
  )
}

/** What is done, and the reasons that its author reads. */
export function DecisionForm({ found }: { found: StaffReport }) {
  const t = useT()
  const { attempt, working, problem } = useMutation()
  const { revalidate } = useRevalidator()
  const [action, setAction] = useState<ReportAction>(found.can.actions[0] ?? 'dismiss')
  const buyers = found.now?.buyers ?? 0
  const decide = async (form: FormData) => {
    const days = lengths[String(form.get('length') ?? 'open') as keyof typeof lengths]
    const isDone = await attempt([action, ...form], (change, at) =>
      change('POST /admin/reports/:id/decision', {
        params: { id: found._id },
        body: {
          action,
          statement: String(form.get('statement') ?? '').trim(),
          refundBuyers: form.has('refund'),
          until: days ? new Date(at.getTime() + days * dayMs).toISOString() : null,
        },
        once: true,
      }),
    )
    if (isDone) {
      toast.success('cases.done')
      await revalidate()
    }
  }
  return (
    <Section title={t('cases.decision')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void decide(new FormData(event.currentTarget))
        }}
        className="mt-3 grid gap-4"
      >
        <FormProblem problem={problem}>
          <RadioCards
            name="action"
            legend={<span className="sr-only">{t('cases.decision')}</span>}
            value={action}
            onChange={(value) => setAction(value as ReportAction)}
            choices={found.can.actions.map((value) => ({
              value,
              title: t(`cases.action.${value}`),
              detail: t(`cases.about.${value}`),
            }))}
          />
          {found.targetType === 'photo' && (action === 'hide' || action === 'remove') ? (
            <p className="flex gap-2 text-xs text-ink-2">
              <Info className="icon size-4! shrink-0" aria-hidden="true" />
              {t('cases.photoNote')}
            </p>
          ) : null}
          {action === 'suspend' ? (
            <Field label={t('cases.until')} name="until">
              <Select name="length" defaultValue="open">
                {(Object.keys(lengths) as (keyof typeof lengths)[]).map((key) => (
                  <option key={key} value={key}>
                    {t(`people.long.${key}`)}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
          <Field
            label={t('cases.statement')}
            name="statement"
            hint={t(action === 'dismiss' ? 'cases.statementHintDismiss' : 'cases.statementHint')}
            required
          >
            <Textarea minLength={statementMin} maxLength={reportTextMax} rows={5} dir="auto" />
          </Field>
          {action === 'remove' && buyers > 0 ? (
            <Checkbox name="refund" defaultChecked label={t('cases.refund', { count: buyers })} />
          ) : null}
          <Button
            type="submit"
            wide
            variant={action === 'dismiss' ? 'primary' : 'danger'}
            busy={working ? t('cases.working') : undefined}
          >
            {t(`cases.submit.${action}`)}
          </Button>
        </FormProblem>
      </form>
    </Section>
  )
}

/** Someone else than who decided the case decides about the appeal. */
export function AppealForm({ found }: { found: StaffReport }) {
  const t = useT()
  const { send, working, problem } = useMutation()
  const { revalidate } = useRevalidator()
  if (!found.can.decideAppeal)
    return (
      <p className="flex gap-2 rounded-md bg-surface-2 p-4 text-sm text-ink-2">
        <Info className="icon shrink-0" aria-hidden="true" />
        {t('cases.appealOther')}
      </p>
    )
  const decide = async (form: FormData) => {
    const outcome = form.get('outcome') === 'reversed' ? ('reversed' as const) : ('upheld' as const)
    const body = { outcome, statement: String(form.get('statement') ?? '').trim() }
    if (!(await send('POST /admin/reports/:id/appeal-decision', { params: { id: found._id }, body, once: true })))
      return
    toast.success('cases.done')
    await revalidate()
  }
  return (
    <Section title={t('cases.submitAppeal')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void decide(new FormData(event.currentTarget))
        }}
        className="mt-3 grid gap-4"
      >
        <FormProblem problem={problem}>
          <RadioCards
            name="outcome"
            legend={<span className="sr-only">{t('cases.submitAppeal')}</span>}
            defaultValue="upheld"
            choices={(['upheld', 'reversed'] as const).map((value) => ({
              value,
              title: t(`cases.outcome.${value}`),
              detail: t(`cases.outcome.about.${value}`),
            }))}
          />
          <Field label={t('cases.statement')} name="statement" hint={t('cases.appealHint')} required>
            <Textarea minLength={statementMin} maxLength={reportTextMax} rows={5} dir="auto" />
          </Field>
          <Button type="submit" wide variant="primary" busy={working ? t('cases.working') : undefined}>
            {t('cases.submitAppeal')}
          </Button>
        </FormProblem>
      </form>
    </Section>
  )
}
