import clsx from 'clsx'
import { Link } from 'react-router'
import type { MediaFile } from '@fanlight/contract/media'
import type { Reply } from '../../../api/client.ts'
import { type T, useFormats, useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/keys.ts'
import { imageOf, isOpen, posterOf } from '../../../parts/posts/files.ts'
import { Moment } from '../../../parts/time/moment.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { lookOf } from './kind-icons.ts'

export type Notification = Reply<'GET /notifications'>['data'][number]

interface RowProps {
  notification: Notification
  /** Something of it was opened. */
  onOpen: () => void
}
/** One notification: who, what, when, and the one thing to do next. All of it leads to what it is about. */
export function NotificationRow({ notification, onOpen }: RowProps) {
  const t = useT()
  const { isRead, path, createdAt } = notification
  const action = actionOf(notification)
  return (
    <li
      className={clsx(
        'relative flex gap-3.5 px-4 py-3.5 md:px-[18px]',
        isRead ? 'hover:bg-surface-2' : 'bg-primary-soft/35 hover:bg-primary-soft/60',
      )}
    >
      <KindImage notification={notification} />
      <div className="min-w-0 flex-1">
        <p className="text-ink-2 wrap-anywhere">
          <Link
            to={path}
            onClick={onOpen}
            className="after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus focus-visible:outline-none"
          >
            <Sentence notification={notification} />
          </Link>
        </p>
        <p className="mt-0.5 text-xs text-ink-3">
          <Moment at={createdAt} />
        </p>
        {action ? (
          <Link to={action.to} onClick={onOpen} className={clsx(buttonClass('quiet', 'sm'), 'relative mt-2')}>
            {t(action.key)}
          </Link>
        ) : null}
      </div>
      <Thumbnail notification={notification} />
      <span className="grid w-2.5 shrink-0 place-items-center">
        {isRead ? null : (
          <span className="size-2.5 rounded-full bg-primary-text">
            <span className="sr-only">{t('notify.unread')}</span>
          </span>
        )}
      </span>
    </li>
  )
}

function actionOf({ kind, path, item, order }: Notification): { key: MessageKey; to: string } | null {
  switch (kind) {
    case 'comment_replied':
    case 'comment_written':
    case 'mentioned':
      return item
        ? {
            key: 'notify.action.reply',
            to: path.includes('?comment=') ? path.replace('?', '?reply&') : `${path}#comments`,
          }
        : null
    case 'order_shipped':
      return order ? { key: 'notify.action.track', to: path } : null
    case 'order_placed':
      return order ? { key: 'notify.action.order', to: path } : null
    case 'subscription_past_due':
      return { key: 'notify.action.card', to: path }
    default:
      return null
  }
}

function KindImage({ notification: { kind, actors, order } }: { notification: Notification }) {
  const { icon: Icon, tone } = lookOf(kind)
  const actor = order ? undefined : actors[0]
  if (!actor)
    return (
      <span className={clsx('grid size-11 shrink-0 place-items-center rounded-sm', tone)}>
        <Icon className="icon" aria-hidden="true" />
      </span>
    )
  return (
    <span className="relative h-fit shrink-0">
      <Avatar src={actor.avatar} size={44} />
      <span
        className={clsx(
          'absolute -end-1.5 -bottom-1 grid size-[22px] place-items-center rounded-full ring-2 ring-surface',
          tone,
        )}
      >
        <Icon className="icon size-3!" aria-hidden="true" />
      </span>
    </span>
  )
}

function Thumbnail({ notification: { item, order } }: { notification: Notification }) {
  const file = (item?.image ?? order?.image ?? null) as unknown as MediaFile | null
  if (!file) return null
  const className = 'h-11 w-16 shrink-0 rounded-sm object-cover'
  if (isOpen(file)) {
    const image = imageOf(file) ?? posterOf(file)
    return image ? <ResponsiveImage source={image} alt="" sizes="64px" className={className} /> : null
  }
  return file.preview ? <img src={file.preview} alt="" className={clsx(className, 'blur-[2px]')} /> : null
}

function namesOf(t: T, { actors, actorCount }: Notification): string {
  const [first, second] = actors
  if (!first) return t('notify.names.someone')
  if (actorCount <= 1) return t('notify.names.one', { name: first.name })
  if (actorCount === 2 && second) return t('notify.names.two', { name: first.name, other: second.name })
  return t('notify.names.more', { name: first.name, count: actorCount - 1 })
}

function keyOf({ kind, item, ids, path }: Notification): MessageKey {
  if (kind === 'order_cancelled')
    return path.startsWith('/creator/')
      ? 'notify.kind.order_cancelled_for_seller'
      : 'notify.kind.order_cancelled_for_buyer'
  if (kind !== 'post_published') return `notify.kind.${kind}` as MessageKey
  if (ids.length > 1) return 'notify.kind.posted.several'
  return item?.title ? `notify.kind.posted.${item.kind as 'feed'}` : 'notify.kind.posted.untitled'
}

function Sentence({ notification }: { notification: Notification }) {
  const t = useT()
  const { date } = useFormats()
  const { item, order, comment, subscription, detail } = notification
  const untitled = item && t.maybe(`notify.untitled.${item.kind}`)
  const until = subscription?.accessUntil ? date(subscription.accessUntil) : '–'
  return t.rich(
    keyOf(notification),
    { b: (text) => <b className="font-semibold text-ink">{text}</b> },
    {
      names: namesOf(t, notification),
      title: order?.title || item?.title || untitled || '',
      count: item?.files ?? 0,
      text: comment?.text ?? '',
      amount: notification.tokens === null ? '' : t.tokens(notification.tokens),
      until,
      detail,
    },
  )
}
