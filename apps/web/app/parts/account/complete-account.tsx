import { LogOut, MailCheck } from 'lucide-react'
import { Form, Link } from 'react-router'
import type { FieldOf, FormAction } from '../../api/form-answer.ts'
import type { Me } from '../../api/request-context.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Input } from '../../ui/field.tsx'
import { ActionForm, useActionForm } from '../forms/action-form.tsx'
import { LogoMark } from '../site/logo.tsx'

// spec: route.user-account, route.creator-account

type Complete = FormAction<{ mailedTo: string }, FieldOf<'POST /auth/users/me/completion'>, 'complete'>

/** The only page for a user who signed up with another provider and whose account is incomplete. */
export function CompleteAccount({ me }: { me: Pick<Me, 'name' | 'email' | 'username'> }) {
  const t = useT()
  const form = useActionForm<Complete>('complete')
  const mailedTo = form.done?.mailedTo
  const page = (slug: string) => (text: string) => (
    <Link to={`/page/${slug}`} className="link">
      {text}
    </Link>
  )
  const title = t('providers.complete.title')
  return (
    <main id="main" className="mx-auto flex min-h-dvh w-full max-w-[26rem] flex-col px-5 py-10 sm:justify-center">
      <title>{title}</title>
      <LogoMark />
      <h1 className="mt-7 text-3xl">{title}</h1>
      <p className="mt-2 text-base leading-6 text-ink-2">{t('providers.complete.lead')}</p>
      {mailedTo ? (
        <p role="status" className="mt-6 flex gap-3 rounded-lg bg-primary-soft px-4 py-3.5 text-primary-soft-ink">
          <MailCheck className="icon mt-px" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">
            {t.rich('providers.complete.mailed', {
              address: () => <bdi className="font-strong">{mailedTo}</bdi>,
            })}
          </span>
        </p>
      ) : null}
      <ActionForm form={form} className="mt-7 flex flex-col gap-5">
        {me.username ? null : (
          <Field
            label={t('providers.complete.username')}
            name={form.name('username')}
            hint={t('providers.complete.usernameHint')}
            required
          >
            <Input
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              minLength={3}
              maxLength={30}
              defaultValue={suggestion(me.name)}
              start={<span aria-hidden="true">@</span>}
              className="ps-9!"
            />
          </Field>
        )}
        {me.email ? null : (
          <Field
            label={t('providers.complete.email')}
            name={form.name('email')}
            hint={t('providers.complete.emailHint')}
            required
          >
            <Input type="email" autoComplete="email" inputMode="email" defaultValue={mailedTo ?? ''} />
          </Field>
        )}
        <Checkbox
          name={form.name('acceptTerms')}
          required
          label={t.rich('providers.complete.terms', { terms: page('terms'), privacy: page('privacy') })}
        />
        <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('ui.saving') : undefined}>
          {t('providers.complete.submit')}
        </Button>
      </ActionForm>
      <Form method="post" action="/auth/logout" reloadDocument className="mt-4 self-center">
        <Button type="submit" variant="ghost">
          <LogOut aria-hidden="true" className="rtl:-scale-x-100" />
          {t('ui.account.logOut')}
        </Button>
      </Form>
    </main>
  )
}

/** A name as a username, where something is left of it. */
function suggestion(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.]/g, '')
    .slice(0, 30)
  return plain.length >= 3 ? plain : ''
}
