import {
  Bell,
  Camera,
  ChevronRight,
  CreditCard,
  Library,
  LogOut,
  MapPin,
  ReceiptText,
  Tags,
  UserRoundCheck,
  Wallet,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { upload, type UploadProgress } from '../../../api/upload.ts'
import { customFormAction, formActions } from '../../../api/form-action.server.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ownName, ThemeRows } from '../../../layouts/preferences.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { useSettings } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { UploadBar } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CompleteAccount } from '../../../parts/account/complete-account.tsx'
import { completeAccount } from '../../../parts/account/complete-account-action.ts'
import { isUnfinished } from '../../../parts/account/unfinished.ts'
import { AccountFrame, SaveRow, Section } from './account-frame.tsx'

export { updateClientAction as clientAction } from '../../../api/offline.ts'
export const handle = { messages: ['account', 'providers'] }
export const clientMiddleware = [withMessages('account', 'providers')]

export async function loader({ context }: LoaderFunctionArgs) {
  const me = await requestContextOf(context).me()
  return { me: me ?? (await apiOf(context).call('GET /users/me')).data }
}

export const action = formActions({
  save: customFormAction<true, 'name' | 'username' | 'locale'>(
    async ({ context, text, api }) => {
      const me = await requestContextOf(context).me()
      const body = { name: text('name'), username: text('username'), locale: text('locale') }
      if (me?.isPerformer) await api.call('PUT /performers/me', { body })
      else await api.call('PUT /users', { body })
      requestContextOf(context).setCookie(`locale=${body.locale}; Path=/; Max-Age=31536000; SameSite=Lax`)
      return true
    },
    { isUpdate: true },
  ),
  complete: completeAccount('/user/account'),
})

export default function AccountPage() {
  const { me } = useLoaderData<typeof loader>()
  return isUnfinished(me) ? <CompleteAccount me={me} /> : <Account />
}

function Account() {
  const t = useT()
  const { me } = useLoaderData<typeof loader>()
  const form = useActionForm<typeof action.save>('save')
  const locales = useSettings()?.supportedLocales ?? ['en-US']
  return (
    <AccountFrame title={t('account.title')}>
      <title>{t('account.title')}</title>
      <MorePages />
      <Section title={t('account.image.title')}>
        <AvatarUpload avatar={me.avatar} />
      </Section>
      <Section title={t('account.profile.title')}>
        <ActionForm form={form} preventScrollReset className="flex flex-col gap-5">
          <Field label={t('account.profile.name')} name="name" required>
            <Input autoComplete="name" maxLength={80} defaultValue={me.name ?? ''} />
          </Field>
          <Field
            label={t('account.profile.username')}
            name="username"
            hint={t('account.profile.usernameHint')}
            required
          >
            <Input
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={30}
              defaultValue={me.username ?? ''}
              readOnly={me.usernameChangeableAt !== null && Date.parse(me.usernameChangeableAt) > Date.now()}
              start={<span aria-hidden="true">@</span>}
              className="ps-9!"
            />
          </Field>
          <Field
            label={t('account.profile.email')}
            name="email"
            hint={me.emailVerified ? t('account.profile.emailConfirmed') : t('account.profile.emailOpen')}
            action={
              me.email ? (
                <Link to="/user/account/email" className="link text-sm">
                  {t('account.profile.emailChange')}
                </Link>
              ) : undefined
            }
          >
            <Input type="email" readOnly defaultValue={me.email ?? ''} className="text-ink-2" />
          </Field>
          <Field label={t('account.profile.locale')} name="locale">
            <Select defaultValue={me.locale ?? 'en-US'}>
              {locales.map((locale) => (
                <option key={locale} value={locale} lang={locale}>
                  {ownName(locale)}
                </option>
              ))}
            </Select>
          </Field>
          <SaveRow busy={form.busy} saved={form.done === true}>
            {t('account.profile.save')}
          </SaveRow>
        </ActionForm>
      </Section>
      <div className="grid gap-8 md:hidden">
        <Section title={t('account.look.title')}>
          <div className="rounded-lg bg-surface p-1.5 ring-1 ring-line">
            <ThemeRows />
          </div>
        </Section>
        <Form method="post" action="/auth/logout" reloadDocument>
          <Button type="submit" variant="outline" size="lg" wide>
            <LogOut className="rtl:-scale-x-100" aria-hidden="true" />
            {t('ui.account.logOut')}
          </Button>
        </Form>
      </div>
    </AccountFrame>
  )
}

const morePages = [
  { to: '/user/purchases', key: 'ui.nav.library', icon: Library },
  { to: '/user/wallet', key: 'ui.nav.wallet', icon: Wallet },
  { to: '/notifications', key: 'ui.nav.notifications', icon: Bell },
  { to: '/user/subscriptions', key: 'ui.account.subscriptions', icon: Tags },
  { to: '/user/following', key: 'ui.account.following', icon: UserRoundCheck },
  { to: '/user/transactions', key: 'ui.account.transactions', icon: ReceiptText },
  { to: '/user/cards', key: 'ui.account.cards', icon: CreditCard },
  { to: '/user/addresses', key: 'ui.account.addresses', icon: MapPin },
] as const

/** What the navigation at the side and its menu hold on wide screens: on a phone the way there is the last tab. */
function MorePages() {
  const t = useT()
  return (
    <nav aria-label={t('account.more.title')} className="md:hidden">
      <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
        {morePages.map(({ to, key, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="flex h-13 items-center gap-3.5 px-4 font-medium">
              <Icon className="icon text-ink-3" aria-hidden="true" />
              <span className="flex-1">{t(key)}</span>
              <ChevronRight className="icon size-4! text-ink-3 rtl:-scale-x-100" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function AvatarUpload({ avatar }: { avatar: string | null }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [shown, setShown] = useState<string | null>(null)

  const send = async (file: File | undefined) => {
    if (!file) return
    const preview = URL.createObjectURL(file)
    setShown(preview)
    setProgress({ sentBytes: 0, totalBytes: file.size, secondsLeft: null })
    try {
      await upload('POST /users/avatar/upload', { files: { avatar: file }, onProgress: setProgress })
      toast.success('ui.saved')
      await revalidate()
    } catch (error) {
      setShown(null)
      toast.problem(error)
    } finally {
      setProgress(null)
      if (input.current) input.current.value = ''
    }
  }
  return (
    <div className="flex items-center gap-5">
      <Avatar src={shown ?? avatar} size={84} />
      <div className="min-w-0 flex-1">
        <input
          ref={input}
          id="avatar"
          type="file"
          accept="image/*"
          className="peer sr-only"
          onChange={(event) => void send(event.currentTarget.files?.[0])}
        />
        <label
          htmlFor="avatar"
          className={`${buttonClass('quiet')} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus`}
        >
          <Camera aria-hidden="true" />
          {t('account.image.change')}
        </label>
        <p className="mt-2 text-xs text-ink-3">{t('account.image.hint')}</p>
        {progress ? (
          <div className="mt-2 max-w-72">
            <UploadBar progress={progress} label={t('account.image.sending')} />
          </div>
        ) : null}
      </div>
    </div>
  )
}
