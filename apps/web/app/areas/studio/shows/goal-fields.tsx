import { useT } from '../../../i18n/context.tsx'
import type { TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { Field, Input } from '../../../ui/field.tsx'

interface GoalFieldsProps {
  /** Null for a new one. */
  show: TicketShow | null
  isFixed: boolean
  /** On the clock of the creator's zone. */
  until: string
  onUntil: (until: string) => void
}
/** Of a pledge show: how much has to be pledged, and until when. */
export function GoalFields({ show, isFixed, until, onUntil }: GoalFieldsProps) {
  const t = useT()
  return (
    <>
      <Field name="goal" label={t('tickets.form.goal')}>
        <Input
          name="goal"
          inputMode="decimal"
          required
          disabled={isFixed}
          autoComplete="off"
          defaultValue={show?.goal ?? 2000}
        />
      </Field>
      <Field name="pledgeUntil" label={t('tickets.form.pledgeUntil')}>
        <Input
          name="pledgeUntil"
          type="datetime-local"
          required
          disabled={isFixed}
          value={until}
          onChange={(event) => onUntil(event.currentTarget.value)}
        />
      </Field>
    </>
  )
}
