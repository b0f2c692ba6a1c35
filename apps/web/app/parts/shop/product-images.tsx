import clsx from 'clsx'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { type ImageSource, ResponsiveImage } from '../../ui/image.tsx'

/** The images of a product: one large, the others to choose from below it. */
export function ProductImages({ images, title }: { images: readonly (ImageSource & { id: string })[]; title: string }) {
  const t = useT()
  const [at, setAt] = useState(0)
  const shown = images[Math.min(at, images.length - 1)]
  return (
    <div className="min-w-0">
      <div className="relative aspect-square overflow-hidden rounded-lg bg-surface-3 max-md:-mx-4 max-md:rounded-none">
        {shown ? (
          <ResponsiveImage
            key={shown.id}
            source={shown}
            alt={title}
            eager
            sizes="(min-width: 1024px) 600px, 100vw"
            className="size-full"
          />
        ) : (
          <span className="grid size-full place-items-center text-ink-3">
            <Package aria-hidden="true" className="size-20 stroke-1" />
          </span>
        )}
      </div>
      {images.length > 1 ? (
        <div className="mt-3 grid grid-cols-5 gap-2 md:gap-3 noscript:hidden">
          {images.map((image, index) => (
            <button
              key={image.id}
              type="button"
              aria-pressed={index === at}
              aria-label={t('shop.product.image', { at: index + 1, total: images.length })}
              onClick={() => setAt(index)}
              className={clsx(
                'overflow-hidden rounded-md',
                index === at ? 'outline-2 outline-offset-2 outline-primary-edge' : 'opacity-80 hover:opacity-100',
              )}
            >
              <ResponsiveImage source={image} alt="" sizes="110px" className="aspect-square" />
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
