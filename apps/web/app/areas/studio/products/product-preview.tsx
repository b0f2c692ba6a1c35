import { Package } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import type { UploadItem } from '../editor/uploads.ts'
import { type ProductDraft, readFee, readWhole, stockMax } from './product-draft.ts'

/** The product in short, as buyers would get it. */
export function ProductPreview({ draft, items }: { draft: ProductDraft; items: readonly UploadItem[] }) {
  const t = useT()
  const image = items.find(({ kind, url }) => kind === 'photo' && url)?.url
  const price = readTokens(draft.price)
  const fee = readFee(draft.shippingFee)
  return (
    <article className="overflow-hidden rounded-lg bg-surface ring-1 ring-line">
      {image ? (
        <img src={image} alt="" className="aspect-[4/3] w-full object-cover" />
      ) : (
        <div className="grid aspect-[4/3] place-items-center bg-surface-2 text-ink-3">
          <Package className="icon size-8!" aria-hidden="true" />
        </div>
      )}
      <div className="grid gap-2 p-5">
        <h3 dir="auto" className="text-xl wrap-anywhere text-match">
          {draft.title || t('studio.products.untitled')}
        </h3>
        {price ? <Price tokens={price} className="text-lg" /> : null}
        {draft.isLimited && readWhole(draft.stock, stockMax) === 0 ? (
          <p className="text-sm font-semibold text-danger-text">{t('studio.products.soldOut')}</p>
        ) : null}
        <p className="text-sm text-ink-2">
          {draft.type === 'digital' ? (
            t('studio.products.asDownload')
          ) : fee ? (
            <>
              {t('studio.products.shippingFee')}: <Price tokens={fee} />
            </>
          ) : (
            t('studio.products.freeShipping')
          )}
        </p>
        {draft.text ? (
          <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-match">
            {draft.text}
          </p>
        ) : null}
      </div>
    </article>
  )
}
