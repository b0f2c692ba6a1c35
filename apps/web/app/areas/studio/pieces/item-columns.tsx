import { Archive, ArchiveRestore, Ellipsis, ExternalLink, Pencil, Pin, Scale, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { iconButtonClass } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { Column } from '../../../ui/table.tsx'
import { tones } from './post-states.ts'
import { type ItemStatus, listOf, pageOf, type StudioItem, type StudioKindName } from './studio-items.ts'

interface ItemColumns<Item extends StudioItem> {
  kind: StudioKindName
  thumb: (item: Item) => ReactNode
  /** What an item is called that has no title. */
  nameOf: (item: Item) => string
  /** What kind of thing it is, before its gate; empty where all are the same. */
  typeOf?: (item: Item) => string
  onDelete: (item: Item) => void
  onStatus: (item: Item, status: ItemStatus) => void
}

/** The tokens, and below them what they are worth. */
const stacked = 'flex-col items-end! gap-0!'

/** What the list of a kind says of each item: state, price, what it brought, and what can be done with it. */
export function useItemColumns<Item extends StudioItem>({
  kind,
  thumb,
  nameOf,
  typeOf,
  onDelete,
  onStatus,
}: ItemColumns<Item>): Column<Item>[] {
  const t = useT()
  const { date, number } = useFormats()
  const list = listOf(kind)
  const badge = (item: Item, className?: string) => (
    <Badge tone={item.processing.failed > 0 ? 'ember' : (tones[item.status] ?? 'quiet')} className={className}>
      {item.processing.failed > 0 ? t('studio.status.failed') : t.maybe(`studio.status.${item.status}`)}
    </Badge>
  )
  const day = (at: string | null) =>
    at && (
      <time dateTime={at} className="whitespace-nowrap text-ink-2">
        {date(at)}
      </time>
    )
  const workingActions = (item: Item): ComponentProps<typeof Menu>['actions'] => [
    {
      label: t(`post.edit.${kind}`),
      to: `${list}/${item._id}`,
      icon: <Pencil aria-hidden="true" />,
    },
    ...(item.status === 'published'
      ? [
          {
            label: t(`post.open.${kind}`),
            to: pageOf(kind, item._id),
            icon: <ExternalLink aria-hidden="true" />,
          },
          {
            label: t('studio.archive'),
            icon: <Archive aria-hidden="true" />,
            onPress: () => onStatus(item, 'archived'),
          },
        ]
      : []),
    ...(item.status === 'archived'
      ? [
          {
            label: t('studio.publishAgain'),
            icon: <ArchiveRestore aria-hidden="true" />,
            onPress: () => onStatus(item, 'published'),
          },
        ]
      : []),
    null,
    {
      label: t('studio.delete'),
      danger: true,
      icon: <Trash2 aria-hidden="true" />,
      onPress: () => onDelete(item),
    },
  ]
  return [
    {
      name: 'post',
      title: t(`studio.item.${kind}.one`),
      cell: (item) => (
        <Link
          to={item.status === 'removed' ? appealOf(item) : `${list}/${item._id}`}
          className="flex min-w-0 items-center gap-3"
        >
          {thumb(item)}
          <span className="min-w-0">
            <span dir="auto" className="line-clamp-2 font-strong wrap-anywhere text-match">
              {item.title || nameOf(item)}
            </span>
            <span className="block text-xs text-ink-3">
              {item.isPinned ? (
                <span className="me-1.5 inline-flex items-center gap-1 align-bottom font-semibold text-ink-2">
                  <Pin className="icon size-3.5!" aria-hidden="true" />
                  {t('post.pinned')}
                </span>
              ) : null}
              {[typeOf?.(item), t.maybe(`post.gate.${item.gate.type}`)].filter(Boolean).join(dot)}
            </span>
            {badge(item, 'mt-1 h-5! text-2xs! md:hidden')}
            <span className="num mt-0.5 flex flex-wrap gap-x-2.5 text-xs text-ink-3 empty:hidden lg:hidden">
              {day(item.publishedAt)}
              {item.earned > 0 ? (
                <span className="inline-flex flex-wrap gap-x-1">
                  {t('studio.column.earned')} <Price tokens={item.earned} />
                </span>
              ) : null}
            </span>
            {item.decision ? (
              <span dir="auto" className="mt-0.5 line-clamp-2 text-xs text-danger-text wrap-anywhere">
                {item.decision.statement}
              </span>
            ) : null}
            {withdrawn(item) ? (
              <span className="mt-0.5 line-clamp-2 text-xs text-danger-text wrap-anywhere">
                {t('studio.consentWithdrawn', { name: withdrawn(item)! })}
              </span>
            ) : null}
            {item.status === 'removed' ? (
              <span className="mt-1 inline-block text-xs font-bold text-ink underline">
                {t('studio.reasonAndAppeal')}
              </span>
            ) : null}
          </span>
        </Link>
      ),
    },
    {
      name: 'status',
      title: t('studio.column.status'),
      wideOnly: true,
      cell: (item) => (
        <span className="inline-flex flex-col items-start gap-0.5">
          {badge(item)}
          {item.status === 'scheduled' && item.publishAt ? (
            <LocalTime at={item.publishAt} className="num text-xs whitespace-nowrap text-ink-3" />
          ) : item.processing.ready < item.processing.total ? (
            <span className="num text-xs whitespace-nowrap text-ink-3">
              {t('studio.filesReady', { ready: item.processing.ready, total: item.processing.total })}
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
      cell: (item) => (item.gate.price ? <Price tokens={item.gate.price} className={stacked} /> : '–'),
    },
    {
      name: 'earned',
      title: t('studio.column.earned'),
      sortable: true,
      wideOnly: 'lg',
      number: true,
      cell: (item) => (item.earned > 0 ? <Price tokens={item.earned} className={stacked} /> : '–'),
    },
    {
      name: 'views',
      title: t('studio.column.views'),
      sortable: true,
      wideOnly: 'lg',
      number: true,
      cell: (item) => number(item.stats.views),
    },
    {
      name: 'likes',
      title: t('studio.column.likes'),
      sortable: true,
      wideOnly: '2xl',
      number: true,
      cell: (item) => number(item.stats.likes),
    },
    {
      name: 'comments',
      title: t('studio.column.comments'),
      sortable: true,
      wideOnly: '2xl',
      number: true,
      cell: (item) => number(item.stats.comments),
    },
    {
      name: 'sales',
      title: t('studio.column.sales'),
      sortable: true,
      wideOnly: 'lg',
      number: true,
      cell: (item) => number(item.sales),
    },
    {
      name: 'publishedAt',
      title: t('studio.column.published'),
      sortable: true,
      wideOnly: 'lg',
      number: true,
      cell: (item) => day(item.publishedAt) ?? '–',
    },
    {
      name: 'updatedAt',
      title: t('studio.column.changed'),
      sortable: true,
      wideOnly: '2xl',
      number: true,
      cell: (item) => day(item.updatedAt),
    },
    {
      name: 'menu',
      title: <span className="sr-only">{t('studio.column.more')}</span>,
      number: true,
      cell: (item) => (
        <Menu
          trigger={
            <button type="button" aria-label={t(`post.more.${kind}`)} className={iconButtonClass('ghost', 'sm')}>
              <Ellipsis aria-hidden="true" />
            </button>
          }
          actions={[
            ...(item.decision
              ? [
                  {
                    label: t('studio.reasonAndAppeal'),
                    to: appealOf(item),
                    icon: <Scale aria-hidden="true" />,
                  },
                ]
              : []),
            ...(item.status === 'removed' ? [] : workingActions(item)),
          ]}
        />
      ),
    },
  ]
}

/** Who withdrew their consent to an item that is hidden because of it. */
const withdrawn = ({ status, decision, participants }: StudioItem): string | undefined =>
  status === 'hidden' && decision === null
    ? participants.find((person) => person.status === 'revoked')?.name
    : undefined
const appealOf = (item: StudioItem): string => (item.decision ? `/appeal?id=${item.decision._id}` : '/appeal')
