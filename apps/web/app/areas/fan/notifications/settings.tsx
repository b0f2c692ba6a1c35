import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { AccountFrame } from '../account/account-frame.tsx'
import { Preferences } from './preferences.tsx'

export const handle = { messages: ['account', 'notify'] }
export const clientMiddleware = [withMessages('account', 'notify')]

export async function loader({ context }: LoaderFunctionArgs) {
  return { preferences: (await apiOf(context).call('GET /notifications/preferences')).data }
}

/** What one is notified of, on a page of its own. */
export default function NotificationSettings() {
  const t = useT()
  const { preferences } = useLoaderData<typeof loader>()
  return (
    <AccountFrame title={t('notify.settings')}>
      <title>{t('notify.settings')}</title>
      <Preferences preferences={preferences} />
    </AccountFrame>
  )
}
