import { Package } from 'lucide-react'
import { Link } from 'react-router'
import { ResponsiveImage } from '../../ui/image.tsx'
import { Price } from '../money/price.tsx'
import { imagesOf, type Product } from './product.ts'
import { Stock } from './stock.tsx'

/** A product in a grid: its first image, title, price and what is left. */
export function ProductTile({ product, eager = false }: { product: Product; eager?: boolean }) {
  const [image] = imagesOf(product)
  return (
    <Link to={`/product/${product._id}`} className="group flex min-w-0 flex-col gap-1">
      <span className="relative mb-1 block aspect-square overflow-hidden rounded-lg bg-surface-3">
        {image ? (
          <ResponsiveImage
            source={image}
            alt=""
            eager={eager}
            sizes="(min-width: 1280px) 270px, (min-width: 768px) 30vw, 50vw"
            className="size-full transition-[scale] duration-(--slow) group-hover:scale-[1.02]"
          />
        ) : (
          <span className="grid size-full place-items-center text-ink-3">
            <Package aria-hidden="true" className="size-10 stroke-[1.25]" />
          </span>
        )}
      </span>
      <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
        {product.title || product.performer.name}
      </span>
      <Price tokens={product.price} />
      <Stock product={product} />
    </Link>
  )
}
