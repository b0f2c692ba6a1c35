import type { Recording } from '@fanlight/contract/replays'
import { Scissors, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Price } from '../../../parts/money/price.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { usePriceLimits } from '../editor/use-price-limits.ts'
import { TrimDialog } from './trim-dialog.tsx'

const gates = ['public', 'followers', 'subscribers', 'paid'] as const
type Choice = (typeof gates)[number] | 'draft'

interface Draft {
  choice: Choice
  price: string
  freeForSubscribers: boolean
  forTicketHolders: boolean
}
/** By recording: when the page around it changes (the news that a stream has ended), a price that was typed does not become "Everyone". */
const drafts = new Map<string, Draft>()
const draftOf = ({ type }: Recording): Draft => ({
  choice: type === 'ticket' ? 'paid' : type,
  price: '',
  freeForSubscribers: true,
  forTicketHolders: true,
})

interface ReplayDecisionProps {
  recording: Recording
  onChange: (recording: Recording) => void
}
/** Publish it, for whom and for how much; cut it; delete it; or decide later. */
export function ReplayDecision({ recording, onChange }: ReplayDecisionProps) {
  const t = useT()
  const { date, number } = useFormats()
  const { least, most } = usePriceLimits()
  const [draft, setDraft] = useState<Draft>(() => drafts.get(recording._id) ?? draftOf(recording))
  const { choice, price, freeForSubscribers, forTicketHolders } = draft
  const decide = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes }
    drafts.set(recording._id, next)
    setDraft(next)
  }
  const [dialog, setDialog] = useState<'trim' | 'delete' | null>(null)
  const { send, sendOrThrow, working, problem } = useMutation()
  const params = { id: recording._id }
  const tokens = readTokens(price)
  const fits = tokens !== null && tokens >= least && tokens <= most
  const limits = t('studio.editor.priceLimits', { least: number(least), most: number(most) })
  const publish = async () => {
    const gate = choice === 'paid' ? { type: choice, price: tokens ?? 0, freeForSubscribers } : { type: choice }
    const body = {
      ...(choice === 'draft' ? { status: 'draft' as const } : { gate: gate as { type: (typeof gates)[number] } }),
      forTicketHolders: forTicketHolders || recording.promisesReplay,
    }
    const reply = await send('POST /streaming/recordings/:id/publish', { params, body })
    if (reply) onChange(reply.data)
  }
  return (
    <FormProblem problem={problem}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RadioCards
          columns
          name={useId()}
          legend={t('replay.who')}
          value={choice}
          onChange={(to) => decide({ choice: to as Choice })}
          choices={[
            ...gates.map((kind) => ({
              value: kind,
              title: t(`studio.gate.${kind}`),
              detail: t(`studio.gateHint.${kind}`),
            })),
            { value: 'draft', title: t('replay.draft'), detail: t('replay.draftHint') },
          ]}
        />
        {choice === 'paid' ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('studio.editor.price')}
              name="gate.price"
              hint={fits ? <Price tokens={tokens} /> : price ? undefined : limits}
              error={price && !fits ? limits : undefined}
              required
            >
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={price}
                onChange={(event) => decide({ price: event.currentTarget.value })}
                className="num"
              />
            </Field>
            <Checkbox
              className="sm:mt-9"
              checked={freeForSubscribers}
              onChange={(event) => decide({ freeForSubscribers: event.currentTarget.checked })}
              label={t('studio.editor.freeForSubscribers')}
            />
          </div>
        ) : null}
        <ForTicketHolders
          recording={recording}
          isOn={forTicketHolders}
          onChange={(isOn) => decide({ forTicketHolders: isOn })}
        />
        <p className="text-sm text-ink-3">
          {choice === 'draft' ? null : `${t('replay.ready')} `}
          {recording.discardedAt ? t('replay.undecided', { date: date(recording.discardedAt) }) : null}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            className="max-sm:w-full"
            disabled={choice === 'paid' && !fits}
            busy={working ? t('replay.publishing') : undefined}
            onClick={() => void publish()}
          >
            {t(choice === 'draft' ? 'replay.saveDraft' : 'replay.publish')}
          </Button>
          <Button className="max-sm:flex-1" onClick={() => setDialog('trim')}>
            <Scissors aria-hidden="true" />
            {t('replay.trim')}
          </Button>
          <Button variant="ghost" className="text-danger-text! max-sm:flex-1" onClick={() => setDialog('delete')}>
            <Trash2 aria-hidden="true" />
            {t('replay.delete')}
          </Button>
        </div>
      </div>
      {dialog === 'trim' ? (
        <TrimDialog recording={recording} onTrimmed={onChange} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'delete' ? (
        <ConfirmDialog
          title={t('replay.deleteTitle')}
          action={t('replay.delete')}
          busy={t('replay.deleting')}
          keep={t('replay.keep')}
          onConfirm={async () => {
            if (await sendOrThrow('DELETE /streaming/recordings/:id', { params }))
              onChange({ ...recording, status: 'discarded', file: null })
          }}
          onClose={() => setDialog(null)}
        >
          <p>{t('replay.deleteText')}</p>
        </ConfirmDialog>
      ) : null}
    </FormProblem>
  )
}

interface ForTicketHoldersProps {
  recording: Recording
  isOn: boolean
  onChange: (isOn: boolean) => void
}
/** Of a show with tickets: whether its ticket is enough, unless that was promised. */
function ForTicketHolders({ recording: { type, promisesReplay }, isOn, onChange }: ForTicketHoldersProps) {
  const t = useT()
  if (type !== 'ticket') return null
  return promisesReplay ? (
    <p className="text-sm">{t('replay.promised')}</p>
  ) : (
    <Checkbox
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={t('replay.forTickets')}
    />
  )
}
