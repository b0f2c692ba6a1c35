import { messageLengthMax } from '@fanlight/contract/limits'
import { MessageCircle, Send, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Recipients, useRecipients } from '../pieces/use-recipients.ts'
import type { Chosen, Person } from './audience-query.ts'
import { useCounted } from './group-nav.tsx'

interface MessageSheetProps {
  chosen: Chosen
  onLeaveOut: (person: Person) => void
  onClose: () => void
  onSent: () => void
}
/** More faces than these are not shown; the title says how many there are. */
const facesMax = 12

/** Writes a text to those who are selected. Files, a price and a date are in the composer, which it leads to with all that was written. */
export function MessageSheet({ chosen, onLeaveOut, onClose, onSent }: MessageSheetProps) {
  const t = useT()
  const { number } = useFormats()
  const shown = useCounted()
  const [text, setText] = useState('')
  const { send, working, problem } = useMutation()
  const { people, segment, counted } = chosen
  const include: Recipients = [
    segment ? { kind: 'segment', segment } : { kind: 'people', ids: people.map(({ _id }) => _id) },
  ]
  // Of a segment, it is asked who can be written to; of people, the fans among them get it.
  const recipients = useRecipients(segment ? include : [])
  const reached = recipients.counted?.recipients ?? null
  const count = segment ? reached : counted.total
  const sendTo = (to: number) => t('audience.sendTo', { count: to, shown: number(to) })
  const submit = async () => {
    if (!(await send('POST /performer/broadcasts', { body: { text: text.trim(), include }, once: true }))) return
    toast.say(t('audience.sent'))
    onSent()
  }
  const state = segment
    ? { segment: { segment, total: counted.total, shown: shown(counted) }, text }
    : { people: people.map(({ _id, name }) => ({ _id, name })), text }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('audience.messageTitle', { count: counted.total, shown: shown(counted) })}
      width={420}
      locked={working || text.trim() !== ''}
      footer={
        <Button
          variant="primary"
          size="lg"
          wide
          disabled={text.trim() === '' || !count}
          busy={working ? t('ui.sending') : undefined}
          onClick={() => void submit()}
        >
          <Send className="rtl:-scale-x-100" aria-hidden="true" />
          {count === null ? t('audience.send') : sendTo(count)}
        </Button>
      }
    >
      <FormProblem problem={problem}>
        {people ? (
          <ul className="mb-3 flex flex-wrap gap-1.5">
            {people.slice(0, facesMax).map((person) => (
              <li
                key={person._id}
                className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-surface-2 ps-1 text-sm font-medium"
              >
                <Avatar src={person.avatar} size={24} />
                <bdi className="truncate">{person.name}</bdi>
                <IconButton
                  size="sm"
                  label={t('audience.leaveOut', { name: person.name })}
                  disabled={people.length === 1}
                  onClick={() => onLeaveOut(person)}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        ) : (
          <Reached {...recipients} reached={reached} />
        )}
        <Field label={t('audience.text')} name="text" hideLabel>
          <Textarea
            rows={4}
            dir="auto"
            maxLength={messageLengthMax}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <p className="mt-2.5 text-sm">
          <Link to="/creator/messages/broadcast" state={state} className="link">
            {t('audience.toComposer')}
          </Link>
        </p>
        <p className="mt-3 flex items-start gap-2.5 rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
          <MessageCircle className="icon mt-px size-[18px]! shrink-0" aria-hidden="true" />
          {t('audience.eachPrivately')}
        </p>
      </FormProblem>
    </Dialog>
  )
}

interface ReachedProps {
  reached: number | null
  hasFailed: boolean
  again: () => void
}
/** How many of a segment get it: not those who can't be written to now. */
function Reached({ reached, hasFailed, again }: ReachedProps) {
  const t = useT()
  const { number } = useFormats()
  return (
    <div role="status" className="num mb-3 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
      {hasFailed ? (
        <>
          {t('audience.countFailed')}
          <Button size="sm" variant="outline" onClick={again}>
            {t('ui.retry')}
          </Button>
        </>
      ) : reached === null ? (
        t('audience.counting')
      ) : (
        t('audience.reached', { count: reached, shown: number(reached) })
      )}
    </div>
  )
}
