import { imagesOf, type Product } from '../../../parts/shop/product.ts'

/** A product as search engines read it, at its price in the site's currency. */
export function productData(
  product: Product,
  { origin, tokenValue, currency }: { origin: string; tokenValue: number; currency: string },
): Record<string, unknown> {
  const url = `${origin}/product/${product._id}`
  return {
    '@type': 'Product',
    name: product.title,
    ...(product.text && { description: product.text.slice(0, 500) }),
    image: imagesOf(product).map(({ src }) => new URL(src, origin).href),
    url,
    offers: {
      '@type': 'Offer',
      url,
      price: (Math.round(product.price * 100) * Math.round(tokenValue * 10_000)) / 1_000_000,
      priceCurrency: currency,
      availability: `https://schema.org/${product.stock === 0 ? 'OutOfStock' : 'InStock'}`,
      seller: { '@type': 'Person', name: product.performer.name },
    },
  }
}
