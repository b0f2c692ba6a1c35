import { showAboutLengthMax, showMinutesMax, streamTitleLengthMax, ticketSeatsMax } from '@fanlight/contract/limits'
import { type FormEvent, useId, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import type { TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Switch, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import { clockIn, instantOf } from '../../../parts/time/zone.ts'
import { GoalFields } from './goal-fields.tsx'

interface ShowFormProps {
  /** Null for a new one. */
  show: TicketShow | null
  /** The creator's own. */
  zone: string
  onSaved: () => void
  onClose: () => void
}
/** Plans a show with tickets or a pledge show, or changes one. */
export function ShowForm({ show, zone, onSaved, onClose }: ShowFormProps) {
  const t = useT()
  const id = useId()
  const { send, working, problem } = useMutation()
  const [startsAt, setStartsAt] = useState(show ? clockIn(zone, show.startsAt) : '')
  const [until, setUntil] = useState(show?.pledgeUntil ? clockIn(zone, show.pledgeUntil) : '')
  const [isPledge, setPledge] = useState(show !== null && show.goal !== null)
  const isSold = show !== null && (show.seatsLeft < show.seats || show.goalReachedAt !== null)
  const isPromised = isSold && show.promisesReplay
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const body = {
      title: text('title'),
      about: text('about'),
      seats: Number(text('seats')),
      freeForSubscribers: !isPledge && form.get('freeForSubscribers') !== null,
      // What was promised to someone stays so.
      promisesReplay: isPromised || form.get('promisesReplay') !== null,
    }
    const terms = {
      startsAt: instantOf(zone, startsAt) ?? startsAt,
      minutes: Number(text('minutes')),
      price: readTokens(text('price')) ?? 0,
      ...(isPledge && { goal: readTokens(text('goal')) ?? 0, pledgeUntil: instantOf(zone, until) ?? until }),
    }
    const reply = show
      ? await send('PUT /streaming/ticket-shows/:id', {
          params: { id: show._id },
          body: isSold ? body : { ...body, ...terms },
        })
      : await send('POST /streaming/ticket-shows', { body: { ...body, ...terms }, once: true })
    if (!reply) return
    toast.success('tickets.shows.saved')
    onSaved()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t(show ? 'tickets.shows.edit' : 'tickets.shows.new')}
      width={560}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={working ? t('tickets.form.saving') : undefined}>
            {t('tickets.form.save')}
          </Button>
        </div>
      }
    >
      <form id={id} onSubmit={(event) => void save(event)}>
        <div className="grid gap-4">
          <FormProblem problem={problem}>
            {isSold ? (
              <p className="rounded-md bg-surface-2 p-3 text-sm text-ink-2">
                {t(isPledge ? 'tickets.form.pledgesFixed' : 'tickets.form.fixed')}
              </p>
            ) : null}
            {show === null ? (
              <RadioCards
                name="kind"
                legend={t('tickets.form.kind')}
                columns
                value={isPledge ? 'pledges' : 'tickets'}
                onChange={(kind) => setPledge(kind === 'pledges')}
                choices={[
                  { value: 'tickets', title: t('tickets.form.tickets'), detail: t('tickets.form.ticketsHint') },
                  { value: 'pledges', title: t('tickets.form.pledges'), detail: t('tickets.form.pledgesHint') },
                ]}
              />
            ) : null}
            <Field name="title" label={t('tickets.form.title')}>
              <Input
                name="title"
                required
                maxLength={streamTitleLengthMax}
                autoComplete="off"
                defaultValue={show?.title}
              />
            </Field>
            <Field name="about" label={t('tickets.form.about')}>
              <Textarea name="about" rows={4} maxLength={showAboutLengthMax} defaultValue={show?.about} />
            </Field>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field name="startsAt" label={t('tickets.form.startsAt')} hint={zone.replaceAll('_', ' ')}>
                <Input
                  name="startsAt"
                  type="datetime-local"
                  required
                  disabled={isSold}
                  value={startsAt}
                  onChange={(event) => setStartsAt(event.currentTarget.value)}
                />
              </Field>
              <Field name="minutes" label={t('tickets.form.minutes')}>
                <Input
                  name="minutes"
                  type="number"
                  required
                  min={5}
                  max={showMinutesMax}
                  disabled={isSold}
                  defaultValue={show?.minutes ?? 60}
                />
              </Field>
              <Field name="price" label={t(isPledge ? 'tickets.form.least' : 'tickets.form.price')}>
                <Input
                  name="price"
                  inputMode="decimal"
                  required
                  disabled={isSold}
                  autoComplete="off"
                  defaultValue={show?.price ?? 100}
                />
              </Field>
              <Field name="seats" label={t('tickets.form.seats')}>
                <Input
                  name="seats"
                  type="number"
                  required
                  min={Math.max(1, show ? show.seats - show.seatsLeft : 1)}
                  max={ticketSeatsMax}
                  defaultValue={show?.seats ?? 100}
                />
              </Field>
              {isPledge ? <GoalFields show={show} isFixed={isSold} until={until} onUntil={setUntil} /> : null}
            </div>
            {isPledge ? null : (
              <Switch
                name="freeForSubscribers"
                label={t('tickets.form.free')}
                defaultChecked={show?.freeForSubscribers ?? false}
              />
            )}
            <Switch
              name="promisesReplay"
              label={t('tickets.form.replay')}
              disabled={isPromised}
              defaultChecked={show?.promisesReplay ?? false}
            />
          </FormProblem>
        </div>
      </form>
    </Dialog>
  )
}
