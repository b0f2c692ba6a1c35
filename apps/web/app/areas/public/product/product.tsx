import { Bookmark, FileDown, Flag, Minus, Plus, Share2, ShieldCheck, Truck, Undo2 } from 'lucide-react'
import clsx from 'clsx'
import { lazy, Suspense, useCallback, useState } from 'react'
import { problemDays, releaseDays } from '@fanlight/contract/order-states'
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useRevalidator } from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { needMessages, withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useSignIn } from '../../../parts/account/use-sign-in.ts'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { reaction, useToggle } from '../../../parts/forms/use-toggle.ts'
import { pathBackTo, useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { Price } from '../../../parts/money/price.tsx'
import { DownloadButton } from '../../../parts/shop/download-button.tsx'
import { ProductImages } from '../../../parts/shop/product-images.tsx'
import { imagesOf } from '../../../parts/shop/product.ts'
import { ProductTile } from '../../../parts/shop/product-tile.tsx'
import { Stock } from '../../../parts/shop/stock.tsx'
import { ItemComments } from '../../../parts/posts/item-comments.tsx'
import { itemMeta, profilePath, siteOf } from '../../../parts/posts/item-page.ts'
import { JsonLd } from '../../../parts/site/json-ld.tsx'
import { openReport } from '../../../parts/reports/report.ts'
import { share } from '../../../parts/site/share.ts'
import { useMe } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { productData } from './json-ld.ts'

const OrderSheet = lazy(async () => {
  const [{ OrderSheet }] = await Promise.all([
    import('../../../parts/shop/order-sheet.tsx'),
    needMessages('checkout', 'wallet', 'addresses'),
  ])
  return { default: OrderSheet }
})

export const handle = { signIn: 'optional', messages: ['shop', 'post', 'profile'] }
export const clientMiddleware = [withMessages('shop', 'post', 'profile')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const { data: product } = await api.call('GET /performer-assets/products/:id', { params: { id: params['id'] ?? '' } })
  const [comments, more, page] = await Promise.all([
    product.isClosed
      ? null
      : api.call('GET /comments', { query: { itemId: product._id } }).catch((error: unknown) => asProblem(error)),
    api
      .call('GET /performer-assets/products/search', {
        query: { performerId: product.performer._id, pageSize: 5 },
      })
      .then(
        ({ data }) => data.filter(({ _id }) => _id !== product._id).slice(0, 4),
        () => [],
      ),
    siteOf(context),
  ])
  return {
    product,
    comments,
    more,
    page,
  }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { product, page } = loaderData
  const path = `/product/${product._id}`
  return itemMeta(product, page, { path, image: `${path}/card.png` })
}

export default function ProductPage() {
  const t = useT()
  const { product, comments, more, page } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const retry = useCallback(() => void revalidate(), [revalidate])
  const { performer } = product
  const home = profilePath(performer)
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-20 md:px-8 md:pt-6">
      <JsonLd data={productData(product, page)} />
      <PageHead
        title={<bdi className="md:sr-only">{product.title}</bdi>}
        back={product.isClosed ? '/user/purchases' : `${home}?tab=shop`}
        className="md:mb-0!"
      />
      <div className="grid gap-x-11 gap-y-6 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <ProductImages images={imagesOf(product)} title={product.title} />
        <Offer key={product._id} />
        <section className="min-w-0">
          {product.text ? (
            <>
              <h2 className="mb-2 text-lg">{t('shop.product.about')}</h2>
              <p lang={product.performer.locale} dir="auto" className="whitespace-pre-line text-ink-2 wrap-anywhere">
                {product.text}
              </p>
            </>
          ) : null}
        </section>
      </div>
      {more.length ? (
        <section className="mt-12">
          <div className="mb-4 flex items-baseline justify-between gap-4">
            <h2 className="text-xl">{t('shop.product.moreFrom')}</h2>
            <Link to={`${home}?tab=shop`} className="link text-sm">
              {t('shop.product.all')}
            </Link>
          </div>
          <div className="grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-4 md:gap-x-4">
            {more.map((entry) => (
              <ProductTile key={entry._id} product={entry} />
            ))}
          </div>
        </section>
      ) : null}
      {product.isClosed ? null : (
        <div className="mt-12 max-w-column">
          <ItemComments item={product} comments={comments} canComment={product.can.comment} onRetry={retry} />
        </div>
      )}
    </div>
  )
}

/** Who sells it, what it costs, how many, and what happens then. */
function Offer() {
  const t = useT()
  const { list, number, bytes, region, days } = useFormats()
  const { product } = useLoaderData<typeof loader>()
  const me = useMe()
  const signedIn = useSignIn()
  const [quantity, setQuantity] = useState(1)
  const [buying, setBuying] = useState(false)
  const { performer, shipping, file } = product
  const what = `product:${product._id}`
  useCheckoutReturn(what, () => product.can.buy && setBuying(true))
  const keep = useToggle(
    { on: product.isBookmarked, count: product.stats.bookmarks },
    reaction('bookmark', 'product', product._id),
  )
  const home = profilePath(performer)
  const most = Math.min(product.stock ?? 20, 20)
  const isOwn = me?._id === performer._id
  const owns = product.isPurchased && product.type === 'digital'
  const termRow = 'flex gap-3.5 border-t border-line py-3.5'
  return (
    <section className="min-w-0 lg:row-span-2">
      {product.isClosed ? (
        <p className="flex items-center gap-3">
          <Avatar src={performer.avatar} size={40} />
          <span className="min-w-0 leading-tight">
            <span className="block truncate font-semibold">
              <bdi>{performer.name}</bdi>
            </span>
            <span className="block truncate text-xs text-ink-3">{t('post.yours')}</span>
          </span>
        </p>
      ) : (
        <Link to={home} className="flex items-center gap-3">
          <Avatar src={performer.avatar} size={40} />
          <span className="min-w-0 leading-tight">
            <span className="flex items-center gap-1 font-semibold">
              <bdi className="truncate">{performer.name}</bdi>
              {performer.isVerified ? <VerifiedBadge /> : null}
            </span>
            <span className="block truncate text-xs text-ink-3">
              <bdi>@{performer.username}</bdi>
            </span>
          </span>
        </Link>
      )}
      <p
        lang={performer.locale}
        dir="auto"
        aria-hidden="true"
        className="mt-4 font-display text-3xl font-heavy tracking-[-.03em] max-md:hidden wrap-anywhere"
      >
        {product.title}
      </p>
      <p className="mt-3 text-2xl">
        <Price tokens={product.price} />
      </p>
      <p className="mt-2 mb-5">
        <Stock product={product} dot />
      </p>
      {isOwn ? (
        <ButtonLink variant="primary" size="xl" wide to={`/creator/products/${product._id}`}>
          {t('shop.product.edit')}
        </ButtonLink>
      ) : owns ? (
        <>
          <DownloadButton productId={product._id} wide />
          <OlderVersions />
        </>
      ) : (
        <div className="mb-5 flex flex-wrap items-center gap-2">
          {product.type === 'physical' && most > 1 && product.can.buy ? (
            <div
              role="group"
              aria-label={t('shop.product.quantity')}
              className="flex h-13 shrink-0 items-center rounded-full px-1 ring-1 ring-line-strong noscript:hidden"
            >
              <IconButton
                label={t('shop.product.less')}
                disabled={quantity <= 1}
                onClick={() => setQuantity(Math.max(1, quantity - 1))}
              >
                <Minus aria-hidden="true" />
              </IconButton>
              <output aria-live="polite" className="num min-w-8 text-center font-semibold">
                {number(quantity)}
              </output>
              <IconButton
                label={t('shop.product.more')}
                disabled={quantity >= most}
                onClick={() => setQuantity(Math.min(most, quantity + 1))}
              >
                <Plus aria-hidden="true" />
              </IconButton>
            </div>
          ) : null}
          {me ? (
            <Button
              variant="primary"
              size="xl"
              wide
              disabled={!product.can.buy}
              onClick={() => setBuying(true)}
              className="w-auto! min-w-48 flex-1 shrink! noscript:hidden"
            >
              {product.can.buy ? t('shop.product.buy') : t('shop.product.soldOut')}
              {product.can.buy ? <Price tokens={(Math.round(product.price * 100) * quantity) / 100} bare /> : null}
            </Button>
          ) : product.stock === 0 ? (
            <Button variant="primary" size="xl" wide disabled>
              {t('shop.product.soldOut')}
            </Button>
          ) : (
            <ButtonLink
              variant="primary"
              size="xl"
              wide
              to={`/auth/login?redirect=${encodeURIComponent(pathBackTo(`/product/${product._id}`, what))}`}
            >
              {t('shop.product.buy')} <Price tokens={product.price} bare />
            </ButtonLink>
          )}
        </div>
      )}
      {product.isClosed ? null : (
        <div className="mb-4 flex flex-wrap gap-2 noscript:hidden">
          <Button size="sm" variant="outline" aria-pressed={keep.on} onClick={signedIn(() => void keep.flip())}>
            <Bookmark aria-hidden="true" className={clsx(keep.on && 'fill-current')} />
            {keep.on ? t('post.unbookmark') : t('post.bookmark')}
          </Button>
          <Button size="sm" variant="outline" onClick={() => void share(`/product/${product._id}`, product.title)}>
            <Share2 aria-hidden="true" />
            {t('post.share')}
          </Button>
          {product.can.edit ? null : (
            <Button size="sm" variant="outline" onClick={() => openReport({ type: 'product', id: product._id })}>
              <Flag aria-hidden="true" />
              {t('ui.report')}
            </Button>
          )}
          {product.isPurchased && product.type === 'physical' ? (
            <ButtonLink size="sm" variant="outline" to="/user/orders">
              {t('shop.product.toOrder')}
            </ButtonLink>
          ) : null}
        </div>
      )}
      <ul className="text-sm">
        {shipping ? (
          <>
            <li className={termRow}>
              <Truck className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
              <span>
                <span className="flex flex-wrap items-baseline gap-2 font-semibold">
                  {shipping.fee === 0 ? (
                    t('shop.product.shippingFree')
                  ) : (
                    <>
                      {t('shop.product.shipping')} <Price tokens={shipping.fee} />
                    </>
                  )}
                </span>
                <span className="block text-ink-2">
                  {shipping.countries.length === 0
                    ? t('shop.product.everywhere')
                    : shipping.countries.length <= 6
                      ? t('shop.product.countries', { countries: list(shipping.countries.map(region)) })
                      : t('shop.product.countriesMore', {
                          countries: list(shipping.countries.slice(0, 5).map(region)),
                          count: number(shipping.countries.length - 5),
                        })}
                </span>
                <span className="block text-ink-2">
                  {shipping.processingDays === 0
                    ? t('shop.product.shipsToday')
                    : t('shop.product.shipsIn', { count: shipping.processingDays })}
                </span>
              </span>
            </li>
            <li className={termRow}>
              <ShieldCheck className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
              <span>
                <span className="font-semibold">{t('shop.product.held')}</span>
                <span className="block text-ink-2">
                  {t('shop.product.heldHint', {
                    name: performer.name,
                    afterDelivery: days(problemDays),
                    afterShipping: days(releaseDays),
                  })}
                </span>
              </span>
            </li>
            <li className={termRow}>
              <Undo2 className="icon mt-0.5 shrink-0 text-ink-3 rtl:-scale-x-100" aria-hidden="true" />
              <span className="text-ink-2">{t('shop.product.cancelHint')}</span>
            </li>
          </>
        ) : null}
        {file ? (
          <li className={termRow}>
            <FileDown className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">
                <bdi>{file.name || t('shop.product.file')}</bdi>
              </span>
              <span className="num block text-ink-2">{bytes(file.bytes)}</span>
              <span className="block text-ink-2">{t('shop.product.fileHint')}</span>
            </span>
          </li>
        ) : null}
      </ul>
      {buying ? (
        <Suspense>
          <OrderSheet
            open
            onOpenChange={setBuying}
            product={product}
            quantity={quantity}
            onQuantity={setQuantity}
            most={most}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

/** The files before the newest, which stay for those who bought them. */
function OlderVersions() {
  const t = useT()
  const { bytes } = useFormats()
  const { product } = useLoaderData<typeof loader>()
  const older = product.versions.slice(1)
  if (older.length === 0) return null
  return (
    <section className="mt-4 mb-4">
      <h2 className="text-sm font-semibold">{t('shop.product.olderVersions')}</h2>
      <ul className="mt-1">
        {older.map(({ _id, name, bytes: size }) => (
          <li key={_id} className="flex items-center gap-3 border-t border-line py-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block truncate">
                <bdi>{name || t('shop.product.file')}</bdi>
              </span>
              <span className="num text-xs text-ink-3">{bytes(size)}</span>
            </span>
            <DownloadButton productId={product._id} fileId={_id} size="sm" />
          </li>
        ))}
      </ul>
    </section>
  )
}
