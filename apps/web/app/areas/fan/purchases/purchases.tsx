import { FileDown, FileText, Images, type LucideIcon, MessageCircle, Ticket, Video } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { MediaFile } from '@fanlight/contract/media'
import { call } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { imageOf, isOpen, posterOf } from '../../../parts/posts/files.ts'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { LibraryTabs } from '../../../parts/shop/library-tabs.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Chips } from '../../../ui/tabs.tsx'

export const handle = { messages: ['shop'] }
export const clientMiddleware = [withMessages('shop')]

const purchaseKinds = ['feed', 'video', 'gallery', 'product', 'message', 'stream'] as const
type Kind = (typeof purchaseKinds)[number]
const looks: Record<Kind, { path: string; icon: LucideIcon }> = {
  feed: { path: '/post', icon: FileText },
  video: { path: '/video', icon: Video },
  gallery: { path: '/gallery', icon: Images },
  product: { path: '/product', icon: FileDown },
  message: { path: '/user/purchases/messages', icon: MessageCircle },
  stream: { path: '/show', icon: Ticket },
}
const pageSize = 24

export async function loader({ request, context }: LoaderFunctionArgs) {
  const chosen = new URL(request.url).searchParams.get('kind')
  const kind = purchaseKinds.find((entry) => entry === chosen) ?? null
  const query = { pageSize, ...(kind ? { type: kind } : {}) }
  return { kind, list: await apiOf(context).call('GET /user/purchases', { query }) }
}

/** Everything that was bought and is still owned, of all kinds. */
export default function Purchases() {
  const t = useT()
  const { date } = useFormats()
  const { kind, list } = useLoaderData<typeof loader>()
  const pages = usePages(list, (cursor) =>
    call('GET /user/purchases', { query: { pageSize, cursor, ...(kind ? { type: kind } : {}) } }),
  )
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('shop.library.title')}</PageTitle>
      <PageHead title={t('shop.library.title')} detail={t('shop.library.detail')} />
      <LibraryTabs />
      <Chips
        label={t('shop.library.filter')}
        name="kind"
        className="mt-4 max-w-full"
        tabs={[
          { label: t('shop.library.all') },
          ...purchaseKinds.map((entry) => ({ label: t(`shop.library.kind.${entry}`), value: entry })),
        ]}
      />
      {pages.items.length === 0 ? (
        <EmptyState
          title={t('shop.library.empty')}
          action={
            <ButtonLink variant="primary" to="/explore">
              {t('shop.orders.explore')}
            </ButtonLink>
          }
        >
          {t('shop.library.emptyHint')}
        </EmptyState>
      ) : (
        <>
          <ul className="mt-5 grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-3 md:gap-x-4 xl:grid-cols-4">
            {pages.items.map((item) => {
              const { path, icon: Icon } = looks[item.type as Kind]
              const file = item.image as unknown as MediaFile | null
              const image = isOpen(file) ? (imageOf(file) ?? posterOf(file)) : null
              const content = (
                <>
                  <span className="relative block aspect-[4/3] overflow-hidden rounded-lg bg-surface-3">
                    {image ? (
                      <ResponsiveImage
                        source={image}
                        alt=""
                        sizes="(min-width: 1280px) 270px, (min-width: 768px) 30vw, 50vw"
                        className="size-full"
                      />
                    ) : (
                      <span className="grid size-full place-items-center bg-primary-soft text-primary-soft-ink">
                        <Icon aria-hidden="true" className="size-9 stroke-[1.25]" />
                      </span>
                    )}
                    <span className="absolute start-2.5 top-2.5 inline-flex h-6 items-center gap-1.5 rounded-full bg-[rgb(24_19_16/.66)] px-2.5 text-xs font-semibold text-white">
                      <Icon aria-hidden="true" className="size-3.5" />
                      {t(`shop.library.one.${item.type as Kind}`)}
                    </span>
                  </span>
                  <bdi className="mt-2 line-clamp-2 font-semibold wrap-anywhere">
                    {item.title || t(`shop.library.one.${item.type as Kind}`)}
                  </bdi>
                  <span className="block truncate text-xs text-ink-3">
                    <bdi>{item.performer?.name}</bdi> · {date(item.purchasedAt)}
                  </span>
                  {item.isAvailable ? null : (
                    <span className="block text-xs text-danger-text">{t('shop.library.unavailable')}</span>
                  )}
                </>
              )
              return (
                <li key={item._id} className="min-w-0">
                  {item.isAvailable ? (
                    <Link to={`${path}/${item._id}`} className="flex flex-col">
                      {content}
                    </Link>
                  ) : (
                    <div className="flex flex-col">{content}</div>
                  )}
                </li>
              )
            })}
          </ul>
          <MorePages pages={pages} label={t('shop.library.more')} />
        </>
      )}
    </div>
  )
}
