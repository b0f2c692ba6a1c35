import { pollAnswerLengthMax, pollAnswersMax, pollAnswersMin, pollQuestionLengthMax } from '@fanlight/contract/limits'
import type { StreamPoll } from '@fanlight/contract/stream-polls'
import { useState } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form.tsx'
import { useMutation } from '../forms/use-mutation.ts'

const lengths = [30, 60, 120, 300, 600]

interface PollDialogProps {
  streamId: string
  onStarted: (poll: StreamPoll) => void
  onClose: () => void
}
/** Asks those who watch: a question, two to five answers, and how long they may vote. */
export function PollDialog({ streamId, onStarted, onClose }: PollDialogProps) {
  const t = useT()
  const { seconds: words } = useFormats()
  const { send, working, problem } = useMutation()
  const [question, setQuestion] = useState('')
  const [answers, setAnswers] = useState<readonly string[]>(() => Array.from({ length: pollAnswersMax }, () => ''))
  const [seconds, setSeconds] = useState(120)
  const options = answers.map((answer) => answer.trim()).filter((answer) => answer !== '')
  const start = async () => {
    const reply = await send('POST /streaming/:id/poll', {
      params: { id: streamId },
      body: { question: question.trim(), options, seconds },
      once: true,
    })
    if (!reply) return
    onStarted(reply.data)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('live.poll.start')}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            variant="primary"
            disabled={question.trim() === '' || options.length < pollAnswersMin}
            busy={working ? t('live.poll.starting') : undefined}
            onClick={() => void start()}
          >
            {t('live.poll.start')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <div className="grid gap-4">
          <Field label={t('live.poll.question')} name="question">
            <Input
              dir="auto"
              value={question}
              maxLength={pollQuestionLengthMax}
              onChange={(event) => setQuestion(event.currentTarget.value)}
            />
          </Field>
          {answers.map((answer, at) => (
            // Their places never change.
            <Field
              key={at}
              label={t('live.poll.answer', { n: at + 1 })}
              name={`options.${at}`}
              {...(at >= pollAnswersMin && { optional: t('live.poll.optional') })}
            >
              <Input
                dir="auto"
                value={answer}
                maxLength={pollAnswerLengthMax}
                onChange={(event) => {
                  const { value } = event.currentTarget
                  setAnswers((before) => before.map((text, index) => (index === at ? value : text)))
                }}
              />
            </Field>
          ))}
          <Field label={t('live.poll.length')} name="seconds">
            <Select value={seconds} onChange={(event) => setSeconds(Number(event.currentTarget.value))}>
              {lengths.map((length) => (
                <option key={length} value={length}>
                  {words(length)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      </FormProblem>
    </Dialog>
  )
}
