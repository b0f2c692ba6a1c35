import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { regions } from '../../../parts/geo/regions.server.ts'
import { basisOf } from '../editor/draft.ts'
import { creatorOf, mayPublish } from '../editor/creator.ts'
import { ItemEditor } from '../editor/item-editor.tsx'
import { PreviewPane } from '../editor/preview-pane.tsx'
import { SettingsSection } from '../editor/settings-section.tsx'
import { TextCard } from '../editor/text-card.tsx'
import { useUploads } from '../editor/uploads.ts'
import { useDraft } from '../editor/use-draft.ts'
import { usePriceLimits } from '../editor/use-price-limits.ts'
import type { Save } from '../editor/use-saving.ts'
import { chosenIn } from '../vault/vault-files.ts'
import { useOwnZone } from '../../../parts/time/own-zone.ts'
import { DigitalFile, ProductImages } from './product-files.tsx'
import { ProductPreview } from './product-preview.tsx'
import {
  asItem,
  emptyDigital,
  emptyProduct,
  productDraftOf,
  productFieldsOf,
  productObstacleOf,
  savedUploads,
  type StudioProduct,
} from './product-draft.ts'
import { PriceSection, ShippingSection, TypeSection } from './sale-sections.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'

export const handle = { messages: ['studio', 'post', 'messages'], isFull: true, hasTabBar: false }
export const clientMiddleware = [withMessages('studio', 'post', 'messages')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [me, product, locale] = await Promise.all([
    api.call('GET /performers/me'),
    params['id']
      ? api.call('GET /performer/performer-assets/products/:id/view', { params: { id: params['id'] } })
      : null,
    requestContextOf(context).locale(),
  ])
  return {
    product: product && asItem(product.data),
    creator: creatorOf(me.data),
    countries: await regions(api, locale),
  }
}

export default function ProductEditorPage() {
  const { product } = useLoaderData<typeof loader>()
  return <Editor key={product?._id ?? 'new'} />
}

function Editor() {
  const { product, creator, countries } = useLoaderData<typeof loader>()
  const zone = useOwnZone()
  const limits = usePriceLimits()
  const { state } = useLocation()
  const uploads = useUploads(product ? savedUploads(product) : chosenIn(state))
  const { items } = uploads
  const writing = useDraft<StudioProduct, typeof emptyProduct>({
    kind: 'product',
    item: product,
    empty: chosenIn(state).some(({ kind }) => kind === 'product') ? emptyDigital : emptyProduct,
    draftOf: productDraftOf,
    zone,
    uploads,
  })
  const { draft, set } = writing
  const approved = mayPublish(creator.verificationStatus)
  const isDigital = draft.type === 'digital'

  const write: Save<StudioProduct> = async (change, status, saved) => {
    const fields = productFieldsOf(draft, items, status, { item: saved, zone })
    const { data } = saved
      ? await change('PUT /performer/performer-assets/products/:id', {
          params: { id: saved._id },
          body: { ...fields, ...basisOf(saved) },
        })
      : await change('POST /performer/performer-assets/products', {
          body: {
            ...fields,
            type: draft.type,
            price: readTokens(draft.price) ?? 0,
            status: status === 'published' ? 'published' : 'draft',
          },
          once: true,
        })
    return { data: asItem(data) }
  }
  const obstacle = productObstacleOf(draft, items, { zone, item: product, ...limits })
  return (
    <ItemEditor
      kind="product"
      item={product}
      verificationStatus={creator.verificationStatus}
      zone={zone}
      uploads={uploads}
      savedUploads={savedUploads}
      writing={writing}
      obstacle={obstacle}
      write={write}
      preview={<PreviewPane>{() => <ProductPreview draft={draft} items={items} />}</PreviewPane>}
    >
      <TextCard
        kind="product"
        titled
        draft={draft}
        onChange={set}
        media={<ProductImages uploads={uploads} disabled={!approved} />}
      />
      <TypeSection draft={draft} isFixed={product !== null} onChange={set} />
      <PriceSection draft={draft} creator={creator} {...limits} onChange={set} />
      {isDigital ? (
        <DigitalFile
          uploads={uploads}
          disabled={!approved}
          buyers={product?.buyers}
          staying={new Set(product?.buyers && product.digitalFileId ? [product.digitalFileId] : [])}
        />
      ) : (
        <ShippingSection draft={draft} countries={countries} onChange={set} />
      )}
      <SettingsSection draft={draft} saved={product} zone={zone} obstacle={obstacle} onChange={set} />
    </ItemEditor>
  )
}
