import { type LoaderFunctionArgs, redirect } from 'react-router'

/** The pages of subscribers, followers and lists, which are groups of the audience now; bookmarks and old mails lead to theirs. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  if (params['id']) return redirect(`/creator/audience?list=${encodeURIComponent(params['id'])}`)
  return redirect(/\/followers(\.data)?$/.test(pathname) ? '/creator/audience?group=followers' : '/creator/audience')
}
