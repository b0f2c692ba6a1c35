import { type ActionFunctionArgs, redirect } from 'react-router'
import { formDataOf } from '../../api/form-data.server.ts'
import { apiOf, requestContextOf } from '../../api/request-context.ts'
import { closingCookie } from '../../parts/site/promos.server.ts'
import { sameSite } from './auth/redirect.ts'

// spec: language.kept, theme.both

export const handle = { noRedirect: true }

/** Theme and language, remembered in a cookie and, for who is signed in, on the account. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await formDataOf(request)
  const requestContext = requestContextOf(context)
  const theme = String(form.get('theme') ?? '')
  const locale = String(form.get('locale') ?? '')
  const change: { theme?: 'light' | 'dark' | 'system'; locale?: string } = {}
  if (theme === 'light' || theme === 'dark' || theme === 'system') {
    requestContext.setCookie(`theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`)
    change.theme = theme
  }
  const closing = closingCookie(request, String(form.get('closedPromo') ?? ''))
  if (closing) requestContext.setCookie(closing)
  if (/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/.test(locale)) {
    requestContext.setCookie(`locale=${locale}; Path=/; Max-Age=31536000; SameSite=Lax`)
    change.locale = locale
  }
  if (requestContext.mayBeSignedIn && (change.locale || change.theme)) {
    // The cookie is what counts here; the account follows when it can.
    const me = await requestContext.me().catch(() => null)
    const api = apiOf(context)
    await (me?.isPerformer
      ? api.call('PUT /performers/me', { body: change })
      : api.call('PUT /users', { body: change })
    ).catch(() => undefined)
  }
  const back = new URL(sameSite(String(form.get('back') ?? '/')), 'http://page')
  back.searchParams.delete('locale')
  throw redirect(back.pathname + back.search)
}

export const loader = () => redirect('/')
