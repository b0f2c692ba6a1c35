import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PostThumb } from '../pieces/post-thumb.tsx'
import type { StudioPost } from '../pieces/post-states.ts'

/** The posts that brought the most, with what people did with them. */
export function TopPosts({
  posts,
  worth,
}: {
  posts: readonly StudioPost[]
  /** Tokens in the money of the site. */
  worth: (tokens: number) => string
}) {
  const t = useT()
  const { number } = useFormats()
  return (
    <section className="rounded-lg bg-surface px-4 pt-4 pb-2 ring-1 ring-line md:px-[22px]">
      <h2 className="text-lg">{t('studio.dashboard.top')}</h2>
      {posts.length ? (
        <table className="num mt-1 w-full table-fixed text-sm">
          <thead>
            <tr className="text-xs text-ink-3 [&>th]:py-2 [&>th]:text-end [&>th]:font-medium">
              <th scope="col" className="text-start!">
                {t('studio.item.feed.one')}
              </th>
              <th scope="col" className="w-24">
                {t('studio.column.earned')}
              </th>
              <th scope="col" className="w-20 max-md:hidden">
                {t('studio.column.sales')}
              </th>
              <th scope="col" className="w-20 max-md:hidden">
                {t('studio.column.views')}
              </th>
              <th scope="col" className="w-20 max-lg:hidden xl:max-2xl:hidden">
                {t('studio.column.likes')}
              </th>
              <th scope="col" className="w-24 max-lg:hidden xl:max-2xl:hidden">
                {t('studio.column.comments')}
              </th>
            </tr>
          </thead>
          <tbody>
            {posts.map((post) => (
              <tr key={post._id} className="border-t border-line [&>td]:py-2 [&>td]:text-end">
                <td className="text-start!">
                  <Link to={`/creator/posts/${post._id}`} className="flex min-w-0 items-center gap-3">
                    <PostThumb post={post} />
                    <span className="min-w-0">
                      <span dir="auto" className="line-clamp-2 font-strong wrap-anywhere text-match">
                        {post.title || post.text || t(`studio.type.${post.type}`)}
                      </span>
                      <span className="block text-xs text-ink-3">{t(`studio.type.${post.type}`)}</span>
                    </span>
                  </Link>
                </td>
                <td className="font-bold whitespace-nowrap">{worth(post.earned)}</td>
                <td className="max-md:hidden">{number(post.sales)}</td>
                <td className="max-md:hidden">{number(post.stats.views)}</td>
                <td className="max-lg:hidden xl:max-2xl:hidden">{number(post.stats.likes)}</td>
                <td className="max-lg:hidden xl:max-2xl:hidden">{number(post.stats.comments)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3 py-4 text-sm text-ink-3">
          <p>{t('studio.dashboard.noPosts')}</p>
          <ButtonLink size="sm" to="/creator/posts/new">
            {t('studio.item.feed.new')}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
