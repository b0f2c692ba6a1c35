import { Plus, X } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { unusual } from '../editor/settings-section.tsx'
import { clockIn, momentOf } from '../../../parts/time/zone.ts'
import { isAfterPublishing } from '../editor/draft.ts'
import { type PostDraft, repeatedOption } from './post-draft.ts'

type PollDraft = NonNullable<PostDraft['poll']>
const most = 10

export function PollFields({
  poll,
  draft,
  zone,
  onChange,
  onRemove,
  fixed,
}: {
  poll: PollDraft
  /** The post, which has to be published before its poll ends. */
  draft: Pick<PostDraft, 'publishAt'>
  zone: string
  onChange: (poll: PollDraft) => void
  onRemove: () => void
  fixed: boolean
}) {
  const t = useT()
  const { dateTime } = useFormats()
  const where = { zone: zone.replaceAll('_', ' ') }
  const canEnd = fixed || isAfterPublishing(poll.endsAt, draft, zone)
  const end = poll.endsAt && canEnd ? momentOf(zone, poll.endsAt) : null
  const repeated = fixed ? null : repeatedOption(poll.options)
  const set = (at: number, text: string) =>
    onChange({ ...poll, options: poll.options.map((old, index) => (index === at ? text : old)) })
  return (
    <fieldset disabled={fixed} className="min-w-0 mt-2 rounded-md bg-surface-2 p-3">
      <legend className="contents">
        <span className="flex items-center justify-between gap-3 text-sm font-semibold">
          {t('studio.editor.poll')}
          {fixed ? null : (
            <Button size="sm" variant="ghost" onClick={onRemove}>
              {t('studio.editor.noPoll')}
            </Button>
          )}
        </span>
      </legend>
      {fixed ? <p className="mt-1 text-xs text-ink-3">{t('studio.editor.pollFixed')}</p> : null}
      <div className="mt-3 grid gap-3">
        <Field label={t('studio.editor.question')} name="question">
          <Input
            value={poll.question}
            maxLength={300}
            onChange={(event) => onChange({ ...poll, question: event.currentTarget.value })}
          />
        </Field>
        {poll.options.map((option, at) => (
          // Options have no ID: their index is the key.
          <Field
            key={at}
            hideLabel
            label={t('studio.editor.option', { at: at + 1 })}
            name={`options.${at}`}
            error={at === repeated ? t('studio.obstacle.sameOptions') : undefined}
          >
            <Input
              value={option}
              maxLength={120}
              placeholder={t('studio.editor.option', { at: at + 1 })}
              autoComplete="off"
              onChange={(event) => set(at, event.currentTarget.value)}
              end={
                poll.options.length > 2 && !fixed ? (
                  <IconButton
                    size="sm"
                    tip="none"
                    label={t('studio.editor.removeOption', { at: at + 1 })}
                    onClick={() => onChange({ ...poll, options: poll.options.filter((_, index) => index !== at) })}
                  >
                    <X aria-hidden="true" />
                  </IconButton>
                ) : undefined
              }
            />
          </Field>
        ))}
        {poll.options.length < most && !fixed ? (
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => onChange({ ...poll, options: [...poll.options, ''] })}
          >
            <Plus aria-hidden="true" />
            {t('studio.editor.addOption')}
          </Button>
        ) : null}
        <Field
          label={t('studio.editor.pollEnds')}
          name="endsAt"
          optional={t('studio.editor.optional')}
          error={canEnd ? undefined : t('studio.obstacle.pollEnds')}
          hint={[
            // The field itself writes the time as the browser's language does.
            end
              ? t('studio.editor.pollEndsSet', { at: dateTime(end.instant, zone), ...where })
              : t('studio.editor.pollEndsHint', where),
            unusual(t, end),
          ]
            .filter(Boolean)
            .join(' ')}
        >
          <Input
            type="datetime-local"
            value={poll.endsAt}
            min={clockIn(zone, new Date())}
            suppressHydrationWarning
            onChange={(event) => onChange({ ...poll, endsAt: event.currentTarget.value })}
          />
        </Field>
      </div>
    </fieldset>
  )
}
