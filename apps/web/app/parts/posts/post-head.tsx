import { CircleAlert, CircleCheck, Ellipsis, Gem, Link as LinkIcon, Pencil, Share2, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { iconButtonClass } from '../../ui/button.tsx'
import { Menu, type MenuAction } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { Moment } from '../time/moment.tsx'
import { VerifiedBadge } from '../creators/verified-badge.tsx'
import { openReport } from '../reports/report.ts'
import { dateOf, type Item, kinds, pathOf } from './kinds.ts'

/** Who published it, and unless `brief`, when and for whom. */
export function PostHead({
  post,
  brief = false,
  action,
  moreActions,
}: {
  post: Item
  brief?: boolean
  /** In place of the badge, such as to follow the creator. */
  action?: ReactNode
  /** More entries of its menu. */
  moreActions?: readonly MenuAction[] | undefined
}) {
  const t = useT()
  const { performer, gate } = post
  const home = `/${performer.username ?? performer._id}`
  // On a phone, which has no room for a badge, the line says it.
  const isBadged = !action && (gate.type === 'subscribers' || gate.type === 'plan')
  return (
    <header className="flex items-center gap-3">
      {post.isClosed ? (
        <Avatar src={performer.avatar} size={44} />
      ) : (
        <Link to={home} tabIndex={-1} aria-hidden="true" className="shrink-0 rounded-full">
          <Avatar src={performer.avatar} size={44} />
        </Link>
      )}
      <div className="min-w-0 flex-1 leading-tight">
        {post.isClosed ? (
          <span className="block truncate font-bold">
            <bdi>{performer.name}</bdi>
          </span>
        ) : (
          <Link to={home} className="flex min-h-6 min-w-0 items-center gap-1 font-bold">
            <bdi lang={performer.locale} className="truncate">
              {performer.name}
            </bdi>
            {performer.isVerified ? <VerifiedBadge /> : null}
          </Link>
        )}
        {/* Where there is no room for all, the user name gives way. */}
        <p className="flex gap-1 overflow-hidden text-xs text-ink-3">
          {post.isClosed ? (
            <span className="truncate">{t('post.yours')}</span>
          ) : (
            <bdi className="shrink-100 truncate">@{performer.username}</bdi>
          )}
          {brief ? null : (
            <span className="min-w-0 truncate">
              ·{' '}
              <Link to={pathOf(post)} className="hover:underline">
                <Moment at={dateOf(post)} />
              </Link>{' '}
              <span className={isBadged && post.openBy !== 'purchase' ? 'sm:hidden' : undefined}>
                ·{' '}
                {post.openBy === 'purchase' ? (
                  <span className="font-semibold text-success-text">
                    <CircleCheck className="icon me-1 inline size-3.5! align-[-.15em]" aria-hidden="true" />
                    {t('post.inLibrary')}
                  </span>
                ) : (
                  t.maybe(`post.gate.${gate.type}`)
                )}
              </span>
            </span>
          )}
        </p>
      </div>
      {action ??
        (isBadged ? (
          <Badge tone="plan" className="max-sm:hidden">
            <Gem aria-hidden="true" />
            {t.maybe(`post.gate.${gate.type}`)}
          </Badge>
        ) : null)}
      <PostMenu post={post} moreActions={moreActions} />
    </header>
  )
}

function PostMenu({ post, moreActions }: { post: Item; moreActions: readonly MenuAction[] | undefined }) {
  const t = useT()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t(`post.more.${post.kind}`)}
          className={`${iconButtonClass('ghost')} -me-2 noscript:hidden`}
        >
          <Ellipsis aria-hidden="true" />
        </button>
      }
      actions={[
        { label: t(`post.open.${post.kind}`), to: pathOf(post), icon: <LinkIcon aria-hidden="true" /> },
        ...(post.isClosed
          ? []
          : [
              {
                label: t('post.profile', { name: post.performer.name }),
                to: `/${post.performer.username ?? post.performer._id}`,
                icon: <UserRound aria-hidden="true" />,
              },
            ]),
        {
          label: t('post.copyLink'),
          icon: <Share2 aria-hidden="true" />,
          onPress: () =>
            void navigator.clipboard
              .writeText(`${location.origin}${pathOf(post)}`)
              .then(toast.copied, () => toast.error()),
        },
        ...(moreActions ?? []),
        null,
        post.can.edit
          ? {
              label: t(`post.edit.${post.kind}`),
              to: `${kinds[post.kind].studio}/${post._id}`,
              icon: <Pencil aria-hidden="true" />,
            }
          : {
              label: t('ui.report'),
              icon: <CircleAlert aria-hidden="true" />,
              onPress: () => openReport({ type: post.kind, id: post._id }),
            },
      ]}
    />
  )
}
