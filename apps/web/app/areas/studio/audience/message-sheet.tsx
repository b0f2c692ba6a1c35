import { messageLengthMax } from '@fanlight/contract/limits'
import { MessageCircle, Send, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Person } from './audience-query.ts'

interface MessageSheetProps {
  people: readonly Person[]
  onLeaveOut: (person: Person) => void
  onClose: () => void
  onSent: () => void
}
/** More faces than these are not shown; the title says how many there are. */
const facesMax = 12

/** Writes a text to those who are selected. Files, a price and a date are in the composer, which it leads to with all that was written. */
export function MessageSheet({ people, onLeaveOut, onClose, onSent }: MessageSheetProps) {
  const t = useT()
  const [text, setText] = useState('')
  const { send, working, problem } = useMutation()
  const count = people.length
  const submit = async () => {
    const include = [{ kind: 'people' as const, ids: people.map(({ _id }) => _id) }]
    if (!(await send('POST /performer/broadcasts', { body: { text: text.trim(), include }, once: true }))) return
    toast.say(t('audience.sent'))
    onSent()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('audience.messageTitle', { count })}
      width={420}
      locked={working || text.trim() !== ''}
      footer={
        <Button
          variant="primary"
          size="lg"
          wide
          disabled={text.trim() === ''}
          busy={working ? t('ui.sending') : undefined}
          onClick={() => void submit()}
        >
          <Send className="rtl:-scale-x-100" aria-hidden="true" />
          {t('audience.sendTo', { count })}
        </Button>
      }
    >
      <FormProblem problem={problem}>
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
                disabled={count === 1}
                onClick={() => onLeaveOut(person)}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        <Field label={t('audience.text')} name="text" hideLabel>
          <Textarea
            rows={4}
            dir="auto"
            maxLength={messageLengthMax}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <p className="mt-2.5 text-sm">
          <Link
            to="/creator/messages/broadcast"
            state={{ people: people.map(({ _id, name }) => ({ _id, name })), text }}
            className="link"
          >
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
