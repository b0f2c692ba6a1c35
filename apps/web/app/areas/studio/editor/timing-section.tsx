import { type T, useFormats, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Switch } from '../../../ui/field.tsx'
import type { Draft } from './draft.ts'
import { clockIn, type Moment, momentOf } from './zone.ts'

interface TimingSectionProps {
  draft: Draft
  zone: string
  /** What is out already has no time to come. */
  published: boolean
  onChange: (change: Partial<Draft>) => void
}

/** A time that the clock shows twice or never is notified with what is made of it. */
export const unusual = (t: T, moment: Moment | null): string =>
  moment && moment.comes !== 'once' ? t(`studio.editor.clock.${moment.comes}`) : ''

/** When it goes out, on the creator's own clock, and whether it stays on top. */
export function TimingSection({ draft, zone, published, onChange }: TimingSectionProps) {
  const t = useT()
  const { dateTime } = useFormats()
  const moment = draft.publishAt ? momentOf(zone, draft.publishAt) : null
  const instant = moment?.instant ?? null
  const past = instant !== null && Date.parse(instant) <= Date.now()
  const where = { zone: zone.replaceAll('_', ' ') }
  return (
    <section
      aria-label={t('studio.editor.timing')}
      className="grid gap-4 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5"
    >
      {published ? null : (
        <Field
          label={t('studio.editor.when')}
          name="publishAt"
          optional={t('studio.editor.optional')}
          hint={
            past
              ? t('studio.editor.whenPast')
              : instant
                ? [t('studio.editor.whenSet', { at: dateTime(instant, zone), ...where }), unusual(t, moment)]
                    .filter(Boolean)
                    .join(' ')
                : t('studio.editor.whenHint', where)
          }
          action={
            draft.publishAt ? (
              <Button size="sm" variant="ghost" className="-my-1.5" onClick={() => onChange({ publishAt: '' })}>
                {t('studio.editor.whenClear')}
              </Button>
            ) : undefined
          }
        >
          <Input
            type="datetime-local"
            value={draft.publishAt}
            min={clockIn(zone, new Date())}
            suppressHydrationWarning
            onChange={(event) => onChange({ publishAt: event.currentTarget.value })}
          />
        </Field>
      )}
      <Switch
        label={t('studio.editor.pin')}
        hint={t('studio.editor.pinHint')}
        checked={draft.isPinned}
        onChange={(event) => onChange({ isPinned: event.currentTarget.checked })}
      />
    </section>
  )
}
