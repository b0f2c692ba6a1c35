import { redirectDocument } from 'react-router'
import { formAction } from '../../api/form-action.server.ts'

/** The form of an incomplete account on this page; redirects once nothing is missing. */
export const completeAccount = (page: string) =>
  formAction('POST /auth/users/me/completion', {
    onDone: (done, { text }) =>
      done.redirect === page ? { mailedTo: text('email') } : redirectDocument(done.redirect),
  })
