import { Ellipsis, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { iconButtonClass } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { Column } from '../../../ui/table.tsx'
import { PostThumb } from '../pieces/post-thumb.tsx'
import { type StudioPost, tones } from '../pieces/post-states.ts'

/** What the list of posts says of each: state, price, what it brought, and what can be done with it. */
export function usePostColumns(onDelete: (post: StudioPost) => void): Column<StudioPost>[] {
  const t = useT()
  const { number } = useFormats()
  return [
    {
      name: 'post',
      title: t('studio.column.post'),
      cell: (post) => (
        <Link to={`/creator/posts/${post._id}`} className="flex min-w-0 items-center gap-3">
          <PostThumb post={post} />
          <span className="min-w-0">
            <span dir="auto" className="line-clamp-2 font-strong [overflow-wrap:anywhere] text-match">
              {post.title || post.text || t.maybe(`studio.type.${post.type}`)}
            </span>
            <span className="block text-xs text-ink-3">
              {t.maybe(`studio.type.${post.type}`)} · {t.maybe(`post.gate.${post.gate.type}`)}
            </span>
            <Badge
              tone={post.processing.failed > 0 ? 'ember' : (tones[post.status] ?? 'quiet')}
              className="mt-1 h-5! text-2xs! md:hidden"
            >
              {post.processing.failed > 0 ? t('studio.status.failed') : t.maybe(`studio.status.${post.status}`)}
            </Badge>
          </span>
        </Link>
      ),
    },
    {
      name: 'status',
      title: t('studio.column.status'),
      wideOnly: true,
      cell: (post) => (
        <span className="inline-flex flex-col items-start gap-0.5">
          <Badge tone={post.processing.failed > 0 ? 'ember' : (tones[post.status] ?? 'quiet')}>
            {post.processing.failed > 0 ? t('studio.status.failed') : t.maybe(`studio.status.${post.status}`)}
          </Badge>
          {post.status === 'scheduled' && post.publishAt ? (
            <LocalTime at={post.publishAt} className="num text-xs whitespace-nowrap text-ink-3" />
          ) : post.processing.ready < post.processing.total ? (
            <span className="num text-xs whitespace-nowrap text-ink-3">
              {t('studio.filesReady', { ready: post.processing.ready, total: post.processing.total })}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      name: 'price',
      title: t('studio.column.price'),
      wideOnly: true,
      number: true,
      cell: (post) => (post.gate.price ? <Price tokens={post.gate.price} /> : '–'),
    },
    {
      name: 'likes',
      title: t('studio.column.likes'),
      sortable: true,
      wideOnly: 'lg',
      number: true,
      cell: (post) => number(post.stats.likes),
    },
    {
      name: 'comments',
      title: t('studio.column.comments'),
      sortable: true,
      wideOnly: 'lg',
      number: true,
      cell: (post) => number(post.stats.comments),
    },
    {
      name: 'sales',
      title: t('studio.column.sales'),
      sortable: true,
      wideOnly: true,
      number: true,
      cell: (post) => number(post.sales),
    },
    {
      name: 'updatedAt',
      title: t('studio.column.changed'),
      sortable: true,
      wideOnly: 'lg',
      number: true,
      cell: (post) => <LocalTime at={post.updatedAt} className="whitespace-nowrap text-ink-2" />,
    },
    {
      name: 'menu',
      title: <span className="sr-only">{t('studio.column.more')}</span>,
      number: true,
      cell: (post) => (
        <Menu
          trigger={
            <button type="button" aria-label={t('post.more')} className={iconButtonClass('ghost', 'sm')}>
              <Ellipsis aria-hidden="true" />
            </button>
          }
          actions={[
            { label: t('post.edit'), to: `/creator/posts/${post._id}`, icon: <Pencil aria-hidden="true" /> },
            ...(post.status === 'published'
              ? [{ label: t('post.open'), to: `/post/${post._id}`, icon: <ExternalLink aria-hidden="true" /> }]
              : []),
            null,
            {
              label: t('studio.delete'),
              danger: true,
              icon: <Trash2 aria-hidden="true" />,
              onPress: () => onDelete(post),
            },
          ]}
        />
      ),
    },
  ]
}
