import { X } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { FanFinder, Person } from './fan-finder.tsx'

export const handle = { messages: ['studio'] }
export const clientMiddleware = [withMessages('studio')]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const id = params['id'] ?? ''
  const { current, pageSize } = tableQuery(new URL(request.url))
  const [members, lists] = await Promise.all([
    api.call('GET /performer/fan-lists/:id/members', { params: { id }, query: { current, pageSize } }),
    api.call('GET /performer/fan-lists', { query: { pageSize: 100 } }),
  ])
  return { id, members, name: lists.data.find((list) => list._id === id)?.name ?? '' }
}

/** The members of one list of fans. */
export default function FanListPage() {
  const t = useT()
  const { date } = useFormats()
  const { id, members, name } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { send } = useMutation({ toasts: true })
  const remove = async (accountId: string) => {
    if (await send('DELETE /performer/fan-lists/:id/members/:accountId', { params: { id, accountId } }))
      await revalidate()
  }
  return (
    <div className="mx-auto max-w-list">
      <PageTitle>{name}</PageTitle>
      <PageHead
        title={<bdi>{name}</bdi>}
        back="/creator/lists"
        detail={t('studio.lists.members', { count: members.total })}
      />
      <FanFinder listId={id} onAdded={revalidate} />
      {members.data.length === 0 ? (
        <EmptyState title={t('studio.lists.noMembers')}>{t('studio.lists.noMembersHint')}</EmptyState>
      ) : (
        <ul className="mt-4 divide-y divide-line rounded-lg bg-surface px-4 ring-1 ring-line md:px-5">
          {members.data.map((member) => (
            <li key={member._id} className="flex min-w-0 items-center gap-3 py-3">
              <Person person={member} />
              <span className="text-xs text-ink-3 max-sm:hidden">{date(member.addedAt)}</span>
              <IconButton
                label={t('studio.lists.remove', { name: member.name })}
                onClick={() => void remove(member._id)}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Pagination total={members.total} />
    </div>
  )
}
