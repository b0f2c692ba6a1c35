import { X } from 'lucide-react'
import { Form, Link, useLocation } from 'react-router'
import type { Reply } from '../api/client.ts'
import { useT } from '../i18n/context.tsx'
import { IconButton } from '../ui/button.tsx'

export type Promo = Reply<'GET /site-promo/search'>['data'][number]

/** Pictures with a link, in a place that is kept for them. Each can be put away, without scripts too. */
export function Promos({ promos, className }: { promos: readonly Promo[]; className?: string }) {
  const t = useT()
  const { pathname, search } = useLocation()
  if (promos.length === 0) return null
  return (
    <ul
      aria-label={t('ui.promo.label')}
      className={`grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(17rem,1fr))] ${className ?? ''}`}
    >
      {promos.map((promo) => (
        // Alone on a wide page it would be taller than what it stands above.
        <li key={promo._id} className={promos.length === 1 ? 'relative mx-auto w-full max-w-[692px]' : 'relative'}>
          <PromoLink promo={promo} />
          <Form method="post" action="/preferences" className="absolute end-2 top-2" preventScrollReset>
            <input type="hidden" name="closedPromo" value={promo._id} />
            <input type="hidden" name="back" value={pathname + search} />
            <IconButton
              type="submit"
              look="media"
              size="sm"
              tip="none"
              label={t('ui.promo.close', { title: promo.title })}
            >
              <X aria-hidden="true" />
            </IconButton>
          </Form>
        </li>
      ))}
    </ul>
  )
}

const linkClass = 'group block overflow-hidden rounded-lg ring-1 ring-line focus-visible:rounded-lg'

function PromoLink({ promo: { title, url, image } }: { promo: Promo }) {
  const t = useT()
  const isOutside = !url.startsWith('/')
  const picture = (
    <>
      <picture>
        {['avif', 'webp'].map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            sizes="(min-width: 640px) 50vw, 100vw"
            srcSet={image.sources
              .filter((one) => one.format === format)
              .map((one) => `${one.url} ${one.width}w`)
              .join(', ')}
          />
        ))}
        <img
          src={image.url}
          alt={title}
          loading="lazy"
          className="aspect-[16/6] w-full object-cover"
          style={image.averageColor ? { backgroundColor: image.averageColor } : undefined}
        />
      </picture>
      {isOutside ? (
        <span className="absolute start-2 bottom-2 rounded-full bg-[rgb(24_19_16/.66)] px-2.5 py-0.5 text-2xs text-white">
          {t('ui.promo.outside')}
        </span>
      ) : null}
    </>
  )
  return isOutside ? (
    <a href={url} target="_blank" rel="sponsored noopener" className={linkClass}>
      {picture}
    </a>
  ) : (
    <Link to={url} className={linkClass}>
      {picture}
    </Link>
  )
}
