import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { ownName } from '../../../layouts/preferences.tsx'
import { useSettings } from '../../../parts/site/site.ts'
import { Checkbox, Field, Input, Select, Textarea } from '../../../ui/field.tsx'
import { SettingsSection } from '../pieces/settings-frame.tsx'

export type Me = Reply<'GET /performers/me'>['data']

/** Name, address, and what one says about oneself. */
export function Basics({ me }: { me: Me }) {
  const t = useT()
  const locales = useSettings()?.supportedLocales ?? ['en-US']
  const fixed = me.usernameChangeableAt !== null && Date.parse(me.usernameChangeableAt) > Date.now()
  return (
    <SettingsSection title={t('studio.account.basics')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('studio.account.name')} name="name" required>
          <Input autoComplete="nickname" maxLength={80} defaultValue={me.name} />
        </Field>
        <Field
          label={t('studio.account.username')}
          name="username"
          hint={t(fixed ? 'studio.account.usernameFixed' : 'studio.account.usernameHint')}
          required
        >
          <Input
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            minLength={3}
            maxLength={30}
            defaultValue={me.username ?? ''}
            readOnly={fixed}
            start={<span aria-hidden="true">@</span>}
            className="ps-9!"
          />
        </Field>
      </div>
      <Field
        label={t('studio.account.tagline')}
        name="tagline"
        hint={t('studio.account.taglineHint')}
        optional={t('studio.editor.optional')}
      >
        <Input maxLength={120} defaultValue={me.tagline} />
      </Field>
      <Field label={t('studio.account.bio')} name="bio" optional={t('studio.editor.optional')}>
        <Textarea maxLength={3000} rows={4} defaultValue={me.bio} />
      </Field>
      <Field
        label={t('studio.account.categories')}
        name="categories"
        hint={t('studio.account.categoriesHint')}
        optional={t('studio.editor.optional')}
      >
        <Input defaultValue={me.categories.join(', ')} />
      </Field>
      <Checkbox
        name="isAdult"
        label={t('studio.account.isAdult')}
        hint={t('studio.account.isAdultHint')}
        defaultChecked={me.isAdult}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('studio.account.email')}
          hint={t(me.emailVerified ? 'studio.account.emailConfirmed' : 'studio.account.emailOpen')}
          action={
            me.email ? (
              <Link to="/user/account/email" className="link text-sm">
                {t('studio.account.emailChange')}
              </Link>
            ) : undefined
          }
        >
          <Input type="email" readOnly defaultValue={me.email ?? ''} className="text-ink-2" />
        </Field>
        <Field
          label={t('creator.birth.label')}
          name="dateOfBirth"
          hint={t(me.birthDateFixed ? 'creator.birth.fixed' : 'creator.birth.hint')}
        >
          <Input
            type="date"
            autoComplete="bday"
            defaultValue={me.dateOfBirth ?? ''}
            readOnly={me.birthDateFixed}
            className={me.birthDateFixed ? 'text-ink-2' : undefined}
          />
        </Field>
        <Field label={t('studio.account.locale')} name="locale">
          <Select defaultValue={me.locale}>
            {locales.map((locale) => (
              <option key={locale} value={locale} lang={locale}>
                {ownName(locale)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </SettingsSection>
  )
}
