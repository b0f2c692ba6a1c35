import { type T, useFormats, useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Switch } from '../../../ui/field.tsx'
import type { ItemDraft } from './draft.ts'
import { clockIn, type Moment, momentOf } from './zone.ts'

interface TimingSectionProps {
  draft: ItemDraft
  zone: string
  /** What was published before has no publish date to set. */
  published: boolean
  onChange: (change: Partial<ItemDraft>) => void
}

/** A time that the clock shows twice or never is notified with what is made of it. */
export const unusual = (t: T, moment: Moment | null): string =>
  moment && moment.comes !== 'once' ? t(`studio.editor.clock.${moment.comes}`) : ''

/** When it is published and when it expires, on the creator's own clock, and whether it stays on top. */
export function TimingSection({ draft, zone, published, onChange }: TimingSectionProps) {
  const t = useT()
  const { dateTime } = useFormats()
  const where = { zone: zone.replaceAll('_', ' ') }
  const hintOf = (
    shown: string,
    words: { none: MessageKey; set: MessageKey },
    past: (instant: string) => string | null,
  ) => {
    const moment = shown ? momentOf(zone, shown) : null
    if (!moment) return t(words.none, where)
    return (
      past(moment.instant) ??
      [t(words.set, { at: dateTime(moment.instant, zone), ...where }), unusual(t, moment)].filter(Boolean).join(' ')
    )
  }
  return (
    <section
      aria-label={t('studio.editor.timing')}
      className="grid gap-4 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5"
    >
      {published ? null : (
        <MomentField
          name="publishAt"
          label={t('studio.editor.when')}
          clear={t('studio.editor.whenClear')}
          hint={hintOf(draft.publishAt, { none: 'studio.editor.whenHint', set: 'studio.editor.whenSet' }, (instant) =>
            Date.parse(instant) <= Date.now() ? t('studio.editor.whenPast') : null,
          )}
          zone={zone}
          value={draft.publishAt}
          onChange={(publishAt) => onChange({ publishAt })}
        />
      )}
      <MomentField
        name="expiresAt"
        label={t('studio.editor.expires')}
        clear={t('studio.editor.expiresClear')}
        hint={hintOf(
          draft.expiresAt,
          { none: 'studio.editor.expiresHint', set: 'studio.editor.expiresSet' },
          () => null,
        )}
        zone={zone}
        value={draft.expiresAt}
        onChange={(expiresAt) => onChange({ expiresAt })}
      />
      <Switch
        label={t('studio.editor.pin')}
        hint={t('studio.editor.pinHint')}
        checked={draft.isPinned}
        onChange={(event) => onChange({ isPinned: event.currentTarget.checked })}
      />
    </section>
  )
}

interface MomentFieldProps {
  name: string
  label: string
  hint: string
  /** The button that empties the field says what that means. */
  clear: string
  zone: string
  value: string
  onChange: (value: string) => void
}
function MomentField({ name, label, hint, clear, zone, value, onChange }: MomentFieldProps) {
  const t = useT()
  return (
    <Field
      label={label}
      name={name}
      optional={t('studio.editor.optional')}
      hint={hint}
      action={
        value ? (
          <Button size="sm" variant="ghost" className="-my-1.5" onClick={() => onChange('')}>
            {clear}
          </Button>
        ) : undefined
      }
    >
      <Input
        type="datetime-local"
        value={value}
        min={clockIn(zone, new Date())}
        suppressHydrationWarning
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}
