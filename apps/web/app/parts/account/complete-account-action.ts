import { data, redirectDocument, type RouterContextProvider } from 'react-router'
import { asProblem } from '../../api/problem.ts'
import { apiOf } from '../../api/request-context.ts'

/** Sends the form of an incomplete account, and redirects once nothing is missing. */
export async function completeAccount(context: Readonly<RouterContextProvider>, form: FormData, page: string) {
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const [username, email] = [field('username'), field('email')]
  try {
    const { data: done } = await apiOf(context).call('POST /auth/users/me/completion', {
      body: {
        ...(username && { username }),
        ...(email && { email }),
        acceptTerms: (form.get('acceptTerms') === 'on') as true,
      },
    })
    if (done.redirect !== page) return redirectDocument(done.redirect)
    return { problem: null, mailedTo: email }
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = asProblem(error)
    return data({ problem, mailedTo: null }, { status: problem.status || 503 })
  }
}
