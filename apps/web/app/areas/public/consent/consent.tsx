import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { customFormAction, formAction, formActions } from '../../../api/form-action.server.ts'
import { requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { DocumentField } from '../../../parts/verification/document-field.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { AuthPage } from '../auth/auth-page.tsx'
import { Notice } from '../auth/notice.tsx'
import { LastingLink } from './lasting-link.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = {
  layout: 'public',
  noRedirect: true,
  // Never from the page cache: what the link can still do changes with each step.
  hydrated: true,
  secretAddress: true,
  measured: 'never',
  messages: ['consent', 'documents', 'errors', 'fields'],
}
export const clientMiddleware = [withMessages('consent', 'documents', 'errors', 'fields')]
export const meta = () => [
  { name: 'robots', content: 'noindex,nofollow' },
  // Without scripts, a form of a page that sends no referrer at all has no Origin either, and is refused.
  { name: 'referrer', content: 'same-origin' },
]

const yearsMin = 18
export async function loader({ params, context }: LoaderFunctionArgs) {
  const newest = new Date()
  const tomorrow = new Date(newest.getTime() + 24 * 60 * 60 * 1000)
  newest.setUTCFullYear(newest.getUTCFullYear() - yearsMin)
  const { data } = await requestContextOf(context).api.call('GET /consents/:token', {
    params: { token: params['token'] ?? '' },
  })
  return { consent: data, bornBefore: newest.toISOString().slice(0, 10), tomorrow: tomorrow.toISOString().slice(0, 10) }
}

const names = [
  'code',
  'legalName',
  'dateOfBirth',
  'email',
  'agree',
  'mayDownload',
  'endsOn',
  'idFront',
  'selfieWithId',
] as const
const sign = customFormAction<string, (typeof names)[number]>(
  async ({ form, params, api }) => {
    const body = new FormData()
    for (const name of names) body.set(name, form.get(name) ?? '')
    const { data } = await api.call('POST /consents/:token/signature', {
      params: { token: params['token'] ?? '' },
      body,
    })
    return data.link
  },
  { keep: ['legalName', 'dateOfBirth', 'email', 'endsOn'] },
)
const withdraw = formAction('POST /consents/:token/withdrawal')
export const action = formActions({ sign, withdraw })

/** Where a person who appears in a creator’s content consents, declines or withdraws, without an account. */
export default function Consent() {
  const t = useT()
  const { consent } = useLoaderData<typeof loader>()
  const { use, creator } = consent
  const signing = useActionForm<typeof action.sign>('sign')
  const withdrawing = useActionForm<typeof action.withdraw>('withdraw')
  const title = t(use === 'withdraw' ? 'consent.signedTitle' : 'consent.title')
  if (signing.done) return <Signed link={signing.done} />
  if (withdrawing.done)
    return (
      <AuthPage title={t('consent.withdrawnTitle')} image="kiln">
        <PageTitle>{t('consent.withdrawnTitle')}</PageTitle>
        <Notice kind="done">{t('consent.withdrawn')}</Notice>
      </AuthPage>
    )
  if (use === 'used' || use === 'expired')
    return (
      <AuthPage title={title} image="kiln">
        <PageTitle>{title}</PageTitle>
        <Notice kind="refused">
          {t(
            use === 'expired'
              ? 'consent.expired'
              : consent.status === 'revoked'
                ? 'consent.wasWithdrawn'
                : 'consent.used',
          )}
        </Notice>
      </AuthPage>
    )
  return (
    <AuthPage
      wide
      image="kiln"
      title={title}
      lead={t(use === 'sign' ? 'consent.lead' : 'consent.signedLead', { name: consent.name, creator: creator.name })}
    >
      <PageTitle>{title}</PageTitle>
      <Subject />
      {use === 'sign' ? <SignForm /> : null}
      <Withdrawal />
    </AuthPage>
  )
}

/** Who asks, for what, and what one agrees to. */
function Subject() {
  const t = useT()
  const { date } = useFormats()
  const { consent } = useLoaderData<typeof loader>()
  const { creator, items, itemCount, release, until, signedAt, endsOn } = consent
  return (
    <div className="grid gap-4">
      <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar src={creator.avatar} size={48} />
          <p className="min-w-0">
            <span dir="auto" className="block truncate font-semibold">
              {creator.name}
            </span>
            {creator.username ? (
              <span dir="auto" className="block truncate text-sm text-ink-3">
                @{creator.username}
              </span>
            ) : null}
          </p>
        </div>
        <h2 className="mt-4 text-sm font-semibold">{t('consent.about')}</h2>
        {items.length ? (
          <ul className="mt-2 grid gap-2">
            {items.map((item, at) => (
              // Titles may be the same; the list never changes while it is shown.
              <li key={at} className="flex min-w-0 items-center gap-2 text-sm">
                <Badge>{t(`consent.kind.${item.kind}`)}</Badge>
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {item.title || t('consent.untitled')}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-1 text-sm text-ink-2">{t('consent.nothingYet')}</p>
        )}
        {itemCount > items.length ? (
          <p className="mt-2 text-xs text-ink-3">{t('consent.more', { count: itemCount - items.length })}</p>
        ) : null}
        <p className="mt-3 text-xs text-ink-3">
          {until
            ? t('consent.until', { date: date(until) })
            : signedAt
              ? t('consent.signedOn', { date: date(signedAt) })
              : null}
          {endsOn ? `${dot}${t('consent.endsUntil', { date: date(endsOn) })}` : null}
        </p>
      </section>
      <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
        <h2 className="text-lg">{t('consent.release')}</h2>
        <div className="mt-2 grid gap-3 text-sm leading-6 text-ink-2">
          {release.map((paragraph) => (
            <p key={paragraph} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      </section>
    </div>
  )
}

function SignForm() {
  const t = useT()
  const { bornBefore, tomorrow } = useLoaderData<typeof loader>()
  const form = useActionForm<typeof action.sign>('sign')
  return (
    <ActionForm form={form} encType="multipart/form-data" className="mt-6 flex flex-col gap-5">
      <Field label={t('consent.code')} name={form.name('code')} hint={t('consent.codeHint')} required>
        <Input inputMode="numeric" autoComplete="one-time-code" pattern="[0-9]{6}" maxLength={6} dir="ltr" />
      </Field>
      <Field label={t('consent.legalName')} name={form.name('legalName')} hint={t('consent.legalNameHint')} required>
        <Input autoComplete="name" minLength={2} maxLength={120} defaultValue={form.typed.legalName} />
      </Field>
      <Field label={t('consent.dateOfBirth')} name={form.name('dateOfBirth')} hint={t('consent.ageHint')} required>
        <Input type="date" autoComplete="bday" max={bornBefore} defaultValue={form.typed.dateOfBirth} />
      </Field>
      <DocumentField
        name={form.name('idFront')}
        label={t('documents.idFront')}
        hint={t('documents.idFrontHint')}
        facing="environment"
      />
      <DocumentField
        name={form.name('selfieWithId')}
        label={t('documents.selfie')}
        hint={t('documents.selfieHint')}
        facing="user"
      />
      <Field
        label={t('consent.email')}
        name={form.name('email')}
        optional={t('consent.optional')}
        hint={t('consent.emailHint')}
      >
        <Input type="email" autoComplete="email" inputMode="email" maxLength={254} defaultValue={form.typed.email} />
      </Field>
      <Field
        label={t('consent.endsOn')}
        name={form.name('endsOn')}
        optional={t('consent.optional')}
        hint={t('consent.endsOnHint')}
      >
        <Input type="date" autoComplete="off" min={tomorrow} defaultValue={form.typed.endsOn} />
      </Field>
      <Checkbox name={form.name('mayDownload')} value="true" label={t('consent.mayDownload')} />
      <Checkbox name={form.name('agree')} value="true" required label={t('consent.agree')} />
      <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('consent.signing') : undefined}>
        {t('consent.sign')}
      </Button>
    </ActionForm>
  )
}

/** Declines before it is signed, withdraws afterwards. Opened first: one press alone changes nothing. */
function Withdrawal() {
  const t = useT()
  const { consent } = useLoaderData<typeof loader>()
  const form = useActionForm<typeof action.withdraw>('withdraw')
  const mode = consent.use === 'sign' ? 'decline' : 'withdraw'
  return (
    <details className="mt-8 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <summary className="cursor-pointer font-semibold text-danger-text">{t(`consent.${mode}.title`)}</summary>
      <p className="mt-2 text-sm leading-6 text-ink-2">
        {t(`consent.${mode}.text`, { creator: consent.creator.name })}
      </p>
      <ActionForm form={form} className="mt-4">
        <Button type="submit" variant="danger" size="lg" wide busy={form.busy ? t('consent.withdrawing') : undefined}>
          {t(`consent.${mode}.submit`)}
        </Button>
      </ActionForm>
    </details>
  )
}

function Signed({ link }: { link: string }) {
  const t = useT()
  return (
    <AuthPage title={t('consent.thanks')} image="kiln">
      <PageTitle>{t('consent.thanks')}</PageTitle>
      <Notice kind="done">{t('consent.inReview')}</Notice>
      <LastingLink path={link} />
    </AuthPage>
  )
}
