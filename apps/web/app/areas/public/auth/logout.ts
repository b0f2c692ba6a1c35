import { type ActionFunctionArgs, redirect } from 'react-router'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'

// spec: logout.resets

export const handle = { noRedirect: true }

/** Ends the session. The cookie goes even where the session was already over. */
export async function action({ context }: ActionFunctionArgs) {
  await apiOf(context)
    .call('POST /auth/logout')
    .catch(() => requestContextOf(context).setCookie('token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'))
  throw redirect('/auth/login')
}

export const loader = () => redirect('/')
