import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { formAction } from '../../../api/form-action.server.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { StepUpFields } from '../../../parts/account/step-up/step-up-fields.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { AccountFrame, Section } from '../account/account-frame.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { messages: ['account', 'privacy', 'stepUp'], whileTermsDue: true }
export const clientMiddleware = [withMessages('account', 'privacy', 'stepUp')]

type WhatThereIs = Reply<'GET /users/me/closing'>['data']

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [what, stepUp] = await Promise.all([api.call('GET /users/me/closing'), api.call('GET /auth/confirmation')])
  return { what: what.data, stepUp: stepUp.data }
}

export const action = formAction('POST /users/me/closing', { isUpdate: true, onDone: () => redirect('/user/privacy') })

/** Shows all effects of closing the account, with this user's own figures, before it requires confirmation. */
export default function Close() {
  const t = useT()
  const { what, stepUp } = useLoaderData<typeof loader>()
  const form = useActionForm<typeof action>()
  return (
    <AccountFrame title={t('privacy.close.title')}>
      <title>{t('privacy.close.title')}</title>
      <Section title={t('privacy.close.what')} lead={t('privacy.close.lead')}>
        <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
          {useConsequences(what).map((text) => (
            <li key={text} className="px-4 py-3.5 text-sm">
              {text}
            </li>
          ))}
        </ul>
        <ActionForm form={form} passwords={['currentPassword']} preventScrollReset className="mt-6 flex flex-col gap-5">
          <StepUpFields stepUp={stepUp} password={t('privacy.close.password')} isMailed={form.isMailed} />
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/user/privacy" variant="quiet" size="lg">
              {t('privacy.close.stay')}
            </ButtonLink>
            <Button type="submit" variant="danger" size="lg" busy={form.busy ? t('privacy.close.busy') : undefined}>
              {t('privacy.close.submit')}
            </Button>
          </div>
        </ActionForm>
      </Section>
    </AccountFrame>
  )
}

function useConsequences({ tokens, subscriptions, purchases, creator }: WhatThereIs): string[] {
  const t = useT()
  const format = useFormats()
  return [
    t('privacy.close.hidden'),
    tokens > 0 ? t('privacy.close.tokens', { tokens: t.tokens(tokens) }) : t('privacy.close.noTokens'),
    ...(subscriptions > 0 ? [t('privacy.close.subscriptions', { count: subscriptions })] : []),
    ...(purchases > 0 ? [t('privacy.close.purchases', { count: purchases })] : []),
    ...(creator && creator.posts > 0
      ? [t('privacy.close.posts', { sold: format.number(creator.soldPosts), posts: format.number(creator.posts) })]
      : []),
    ...(creator && creator.subscribers > 0 ? [t('privacy.close.subscribers', { count: creator.subscribers })] : []),
    ...(creator && creator.available + creator.pending > 0
      ? [
          t('privacy.close.earnings', {
            available: t.tokens(creator.available),
            pending: t.tokens(creator.pending),
          }),
        ]
      : []),
    t('privacy.close.erased'),
    t('privacy.close.name'),
  ]
}
