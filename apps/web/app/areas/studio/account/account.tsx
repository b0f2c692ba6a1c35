import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formActions, formAction } from '../../../api/form-action.server.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { CompleteAccount } from '../../../parts/account/complete-account.tsx'
import { completeAccount } from '../../../parts/account/complete-account-action.ts'
import { isUnfinished } from '../../../parts/account/unfinished.ts'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingsFrame } from '../pieces/settings-frame.tsx'
import { Basics } from './basics.tsx'
import { Leaving } from '../pieces/leaving.tsx'
import { changesOf } from './changes.ts'
import { Contact } from './contact.tsx'
import { Links } from './links.tsx'
import { namesOf } from './names.server.ts'
import { Images } from './images.tsx'
import { LocationFields } from './location-fields.tsx'
import { ShownFields } from './shown-fields.tsx'
import { Traits } from './traits.tsx'
import { WelcomeVideo } from './welcome-video.tsx'

export { updateClientAction as clientAction } from '../../../api/offline.ts'
export const handle = { messages: ['studio', 'traits', 'creator', 'post', 'providers'] }
export const clientMiddleware = [withMessages('studio', 'traits', 'creator', 'post', 'providers')]

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const reader = await requestContextOf(context).me()
  if (reader && isUnfinished(reader)) return { unfinished: reader, known: null }
  const [me, options, locale] = await Promise.all([
    api.call('GET /performers/me'),
    api.call('GET /user-additional'),
    requestContextOf(context).locale(),
  ])
  const known = { me: me.data, options: options.data, names: await namesOf(api, locale, me.data) }
  return { unfinished: null, known }
}

export const action = formActions({
  save: formAction('PUT /performers/me', {
    isUpdate: true,
    read: ({ form }) => ({ body: changesOf(form) }),
    onDone: (_, { context, text }) => {
      requestContextOf(context).setCookie(`locale=${text('locale')}; Path=/; Max-Age=31536000; SameSite=Lax`)
      return true
    },
  }),
  complete: completeAccount('/creator/account'),
})

export default function CreatorAccountPage() {
  const { unfinished, known } = useLoaderData<typeof loader>()
  return unfinished ? <CompleteAccount me={unfinished} /> : <CreatorAccount {...known} />
}

type Known = NonNullable<Awaited<ReturnType<typeof loader>>['known']>

/** What fans see of a creator, and what the site has to know. */
function CreatorAccount({ me, options, names }: Known) {
  const t = useT()
  const form = useActionForm<typeof action.save>('save')
  const { busy, done: isSaved } = form
  const dirty = useRef(false)
  const [isDirty, setDirty] = useState(false)
  const changed = (now: boolean) => {
    dirty.current = now
    setDirty(now)
  }
  // What was refused is still only here.
  useEffect(() => {
    if (isSaved && !busy) changed(false)
  }, [isSaved, busy])
  return (
    <SettingsFrame title={t('studio.account.title')} detail={t('studio.account.detail')}>
      <PageTitle>{t('studio.account.title')}</PageTitle>
      <Images avatar={me.avatar} cover={me.cover} />
      <WelcomeVideo me={me} />
      <Leaving dirty={dirty} title={t('creator.leaveTitle')} text={t('creator.leave')} />
      <ActionForm
        form={form}
        preventScrollReset
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onChange={() => changed(true)}
      >
        <Basics me={me} />
        <LocationFields me={me} names={names} />
        <Links links={me.links} />
        <Traits me={me} options={options} />
        <ShownFields me={me} />
        <Contact />
        <div className="save-bar sticky bottom-0 short:static z-3 -mx-1 flex flex-wrap items-center gap-4 rounded-lg bg-canvas px-1 py-3 max-md:bottom-(--bar-h,4rem)">
          <Button type="submit" variant="primary" size="lg" busy={busy ? t('ui.saving') : undefined}>
            {t('studio.account.save')}
          </Button>
          <p role="status" className="text-sm font-medium text-success-text">
            {busy ? '' : isDirty ? t('creator.unsaved') : isSaved ? t('ui.saved') : ''}
          </p>
        </div>
      </ActionForm>
    </SettingsFrame>
  )
}
