import { type Commenters, commenters } from '@fanlight/contract/commenters'
import { CalendarClock, MessageCircle, UserRoundCheck, Users } from 'lucide-react'
import { type T, useFormats, useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select, Switch } from '../../../ui/field.tsx'
import { ChosenPeople, PeopleFinder } from '../pieces/people-choice.tsx'
import { type StudioItem, wasPublished } from '../pieces/studio-items.ts'
import { isExpiryPossible, type ItemDraft, isLater, waitsForConsent } from './draft.ts'
import { Fold } from './fold.tsx'
import { clockIn, instantOf, type Moment, momentOf } from '../../../parts/time/zone.ts'

interface SettingsSectionProps {
  draft: ItemDraft
  saved: Pick<StudioItem, 'status' | 'participants' | 'publishedAt' | 'expiresAt'> | null
  zone: string
  /** What prevents publishing: the row where it is mended opens. */
  obstacle: string | null
  onChange: (change: Partial<ItemDraft>) => void
}

/** A time that the clock shows twice or never is notified with what is made of it. */
export const unusual = (t: T, moment: Moment | null): string =>
  moment && moment.comes !== 'once' ? t(`studio.editor.clock.${moment.comes}`) : ''

/** What most items leave as it is, one row each: when it is published, whom it shows, who may comment, whether it stays on top. */
export function SettingsSection({ draft, saved, zone, obstacle, onChange }: SettingsSectionProps) {
  const t = useT()
  return (
    <section aria-label={t('studio.editor.timing')} className="composer-card px-4 py-0.5 md:px-[18px]">
      <When draft={draft} saved={saved} zone={zone} obstacle={obstacle} onChange={onChange} />
      <People draft={draft} saved={saved} onChange={onChange} />
      <Comments draft={draft} onChange={onChange} />
      <Switch
        className="min-h-[50px] items-center! border-t border-line py-2"
        label={t('studio.editor.pin')}
        hint={t('studio.editor.pinHint')}
        checked={draft.isPinned}
        onChange={(event) => onChange({ isPinned: event.currentTarget.checked })}
      />
    </section>
  )
}

/** When it is published and when it expires, on the creator's own clock. What was published before has no publish date to set. */
function When({ draft, saved, zone, obstacle, onChange }: SettingsSectionProps) {
  const t = useT()
  const { dateTime } = useFormats()
  const published = wasPublished(saved)
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
  const canExpire = isExpiryPossible(draft, { item: saved, zone })
  const instant = isLater(draft, zone) ? instantOf(zone, draft.publishAt) : null
  const value =
    published && saved?.publishedAt
      ? t('studio.composer.publishedAt', { at: dateTime(saved.publishedAt, zone) })
      : instant
        ? dateTime(instant, zone)
        : t('studio.composer.now')
  return (
    <Fold
      icon={<CalendarClock aria-hidden="true" />}
      title={t('studio.composer.when')}
      value={value}
      wanted={obstacle === 'expiry'}
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
        error={canExpire ? undefined : t('studio.obstacle.expiry')}
        hint={hintOf(
          canExpire ? draft.expiresAt : '',
          { none: 'studio.editor.expiresHint', set: 'studio.editor.expiresSet' },
          () => null,
        )}
        zone={zone}
        value={draft.expiresAt}
        onChange={(expiresAt) => onChange({ expiresAt })}
      />
    </Fold>
  )
}

/** The other people whom an item shows. It is published once all of them have consented. */
function People({ draft, saved, onChange }: Pick<SettingsSectionProps, 'draft' | 'saved' | 'onChange'>) {
  const t = useT()
  const { participants } = draft
  // People stay on what was published.
  const fixed = new Set(wasPublished(saved) ? saved?.participants.map(({ _id }) => _id) : [])
  const [first, ...others] = participants
  return (
    <Fold
      icon={<Users aria-hidden="true" />}
      title={t('studio.editor.people')}
      value={
        !first
          ? t('studio.composer.onlyYou')
          : others.length === 0
            ? t('studio.composer.youAnd', { name: first.name })
            : t('studio.composer.youAndMore', { count: participants.length })
      }
    >
      <p className="text-xs text-ink-3">{t('studio.editor.peopleHint')}</p>
      <ChosenPeople people={participants} fixed={fixed} onChange={(people) => onChange({ participants: people })} />
      {waitsForConsent(draft) ? (
        <p role="status" className="flex gap-2 rounded-md bg-token-soft px-4 py-3 text-sm text-token-soft-ink">
          <UserRoundCheck className="icon" aria-hidden="true" />
          {t('studio.editor.waitsForConsent')}
        </p>
      ) : null}
      <PeopleFinder people={participants} onChange={(people) => onChange({ participants: people })} />
    </Fold>
  )
}

/** Who may comment on it, where that differs from everything else that the creator publishes. */
function Comments({ draft, onChange }: Pick<SettingsSectionProps, 'draft' | 'onChange'>) {
  const t = useT()
  const { whoMayComment } = draft
  const usual = t('studio.composer.commentsUsual')
  return (
    <Fold
      icon={<MessageCircle aria-hidden="true" />}
      title={t('studio.comments.title')}
      value={whoMayComment ? t(`studio.comments.who.${whoMayComment}`) : usual}
    >
      <Field label={t('studio.comments.who')} name="whoMayComment" hint={t('studio.composer.commentsHint')}>
        <Select
          value={whoMayComment}
          onChange={(event) => onChange({ whoMayComment: event.currentTarget.value as Commenters | '' })}
        >
          <option value="">{usual}</option>
          {commenters.map((who) => (
            <option key={who} value={who}>
              {t(`studio.comments.who.${who}`)}
            </option>
          ))}
        </Select>
      </Field>
    </Fold>
  )
}

interface MomentFieldProps {
  name: string
  label: string
  hint: string
  error?: string | undefined
  /** The button that empties the field says what that means. */
  clear: string
  zone: string
  value: string
  onChange: (value: string) => void
}
function MomentField({ name, label, hint, error, clear, zone, value, onChange }: MomentFieldProps) {
  const t = useT()
  return (
    <Field
      label={label}
      name={name}
      optional={t('studio.editor.optional')}
      hint={hint}
      error={error}
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
