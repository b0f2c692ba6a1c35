import { type LoaderFunctionArgs, redirect } from 'react-router'
import { apiOf } from '../../../api/visit.ts'
import { coverOf } from '../../../parts/post-card/files.ts'

/** The picture that other sites show beside a link to a post. A post's own addresses end after minutes; this one leads to a fresh one. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { data: post } = await apiOf(context).call('GET /user/feeds/:id', { params: { id: params['id'] ?? '' } })
  const picture = post.locked ? null : coverOf(post)?.src
  return redirect(picture ?? post.performer.avatar)
}
