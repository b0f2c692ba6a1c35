import { useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import type { Message } from './message.ts'

interface DayProps {
  conversationId: string
  onFound: (message: Message) => void
  onClose: () => void
}
/** Goes to the first message of a day, or to the next after it. */
export function DayDialog({ conversationId, onFound, onClose }: DayProps) {
  const t = useT()
  const problemText = useProblemText()
  const field = useRef<HTMLInputElement>(null)
  const [working, setWorking] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const go = async (day: string) => {
    setWorking(true)
    setMissing(false)
    setProblem(null)
    try {
      const since = new Date(`${day}T00:00`).toISOString()
      const query = { since, limit: 1 }
      const { data } = await call('GET /messages/conversations/:id', { params: { id: conversationId }, query })
      const message = data[0]
      if (!message) return setMissing(true)
      onFound(message)
      onClose()
    } catch (error) {
      setProblem(asProblem(error))
    } finally {
      setWorking(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('messages.day.title')}
      width={360}
      initialFocus={field}
    >
      <form
        className="grid gap-4 pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          const day = new FormData(event.currentTarget).get('day')
          if (day) void go(String(day))
        }}
      >
        <Field label={t('messages.day.field')} name="day" required>
          <Input ref={field} type="date" min="2020-01-01" max={new Date().toLocaleDateString('en-CA')} />
        </Field>
        <p role="status" className="text-sm text-danger-text empty:hidden">
          {isMissing ? t('messages.day.none') : problem ? problemText(problem) : null}
        </p>
        <Button type="submit" variant="primary" wide busy={working ? t('ui.loading') : undefined}>
          {t('messages.day.go')}
        </Button>
      </form>
    </Dialog>
  )
}
