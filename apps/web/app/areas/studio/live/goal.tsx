import type { Stream } from '@fanlight/contract/streaming'
import { goalTitleLengthMax, goalTokensMax } from '@fanlight/contract/limits'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { GoalState } from '../../../parts/live/goal-card.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import type { Broadcast } from './broadcast.ts'

/** What tips are asked for, and how far it is. */
export function GoalCard({ broadcast, stream: { goal } }: { broadcast: Broadcast; stream: Stream }) {
  const t = useT()
  const [editing, setEditing] = useState(false)
  return (
    <section aria-labelledby="live-goal" className="rounded-lg bg-surface p-4 ring-1 ring-line">
      <div className="flex items-center gap-3">
        <h2 id="live-goal" className="min-w-0 flex-1 text-lg">
          {t('liveStudio.goal.heading')}
        </h2>
        {goal ? (
          <Button size="sm" variant="ghost" className="-my-1 -me-3" onClick={() => setEditing(true)}>
            {t(isReached(goal) ? 'liveStudio.goal.next' : 'liveStudio.goal.edit')}
          </Button>
        ) : null}
      </div>
      {goal ? (
        <GoalState goal={goal} className="mt-2" />
      ) : (
        <>
          <p className="mt-1 text-sm text-ink-2">{t('liveStudio.goal.hint')}</p>
          <Button size="sm" className="mt-3" onClick={() => setEditing(true)}>
            {t('liveStudio.goal.set')}
          </Button>
        </>
      )}
      {editing ? <GoalDialog broadcast={broadcast} goal={goal} onClose={() => setEditing(false)} /> : null}
    </section>
  )
}

type Goal = Stream['goal']
const isReached = ({ reached, tokens }: NonNullable<Goal>): boolean => reached >= tokens

/** Of a goal that is reached, the next one. */
function GoalDialog({ broadcast, goal, onClose }: { broadcast: Broadcast; goal: Goal; onClose: () => void }) {
  const t = useT()
  const { number } = useFormats()
  const open = goal && !isReached(goal) ? goal : null
  const [title, setTitle] = useState(open?.title ?? '')
  const [tokens, setTokens] = useState(open ? String(open.tokens) : '')
  const { send, working, problem } = useMutation()
  const isWhole = /^\d{1,7}$/.test(tokens) && Number(tokens) >= 1 && Number(tokens) <= goalTokensMax
  const save = async (changed: { title: string; tokens: number } | null) => {
    const reply = await send('PUT /streaming/update', { body: { goal: changed } })
    if (!reply) return
    broadcast.take(reply.data)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t(open || !goal ? 'liveStudio.goal.heading' : 'liveStudio.goal.next')}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          {goal ? (
            <Button variant="ghost" className="me-auto" onClick={() => void save(null)}>
              {t('liveStudio.goal.remove')}
            </Button>
          ) : null}
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            variant="primary"
            disabled={title.trim() === '' || !isWhole}
            busy={working ? t('liveStudio.goal.saving') : undefined}
            onClick={() => void save({ title: title.trim(), tokens: Number(tokens) })}
          >
            {t('liveStudio.goal.save')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <div className="grid gap-4">
          <Field label={t('liveStudio.goal.title')} name="title">
            <Input value={title} maxLength={goalTitleLengthMax} onChange={(event) => setTitle(event.target.value)} />
          </Field>
          <Field
            label={t('liveStudio.goal.tokens')}
            name="tokens"
            hint={t('liveStudio.goal.range', { max: number(goalTokensMax) })}
          >
            <Input
              inputMode="numeric"
              value={tokens}
              onChange={(event) => setTokens(event.target.value.replaceAll(/\D/g, '').slice(0, 7))}
            />
          </Field>
        </div>
      </FormProblem>
    </Dialog>
  )
}
