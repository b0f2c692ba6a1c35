import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { CreatorCard } from '../../../parts/creators/creator-card.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'

export const handle = { messages: ['profile', 'post'] }
export const clientMiddleware = [withMessages('profile', 'post')]
const pageSize = 24

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { current, sort } = tableQuery(new URL(request.url))
  return { list: await apiOf(context).call('GET /follows/following', { query: { current, pageSize, sort } }) }
}

/** The creators that one follows. After unfollowing the card stays, so that a mistake is undone by one click. */
export default function Following() {
  const t = useT()
  const { list } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('profile.following.title')}</PageTitle>
      <PageHead title={t('profile.following.title')} detail={t('profile.following.detail')} back="/user/account" />
      {list.data.length === 0 ? (
        <EmptyState
          title={t('profile.following.empty')}
          action={
            <ButtonLink variant="primary" to="/explore">
              {t('post.home.emptyAction')}
            </ButtonLink>
          }
        >
          {t('profile.following.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-2 gap-x-3 gap-y-7 sm:grid-cols-3 md:gap-x-5 lg:grid-cols-5 xl:grid-cols-6">
          {list.data.map((creator) => (
            <li key={creator._id} className="flex min-w-0 flex-col gap-2.5 text-center">
              <CreatorCard
                creator={{ ...creator, username: creator.username ?? creator._id, verified: creator.isVerified }}
              />
              <div className="mt-auto">
                <FollowButton performer={creator} isFollowed size="sm" />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pagination total={list.total} pageSize={pageSize} />
    </div>
  )
}
