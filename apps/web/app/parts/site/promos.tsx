import { X } from 'lucide-react'
import { Form, Link, useLocation } from 'react-router'
import type { Reply } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { IconButton } from '../../ui/button.tsx'

export type Promo = Reply<'GET /site-promo/search'>['data'][number]

/** Images with a link, in a position reserved for them. Each can be closed, without scripts too. */
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
        // A single promo on a wide page would be taller than the content below it.
        <li key={promo._id} className={promos.length === 1 ? 'relative mx-auto w-full max-w-narrow' : 'relative'}>
          <PromoLink promo={promo} />
          <Form method="post" action="/preferences" className="absolute end-2 top-2" preventScrollReset>
            <input type="hidden" name="closedPromo" value={promo._id} />
            <input type="hidden" name="back" value={pathname + search} />
            <IconButton
              type="submit"
              variant="media"
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
  const content = (
    <>
      <picture>
        {['avif', 'webp'].map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            sizes="(min-width: 640px) 50vw, 100vw"
            srcSet={image.sources
              .filter((source) => source.format === format)
              .map((source) => `${source.url} ${source.width}w`)
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
      {content}
    </a>
  ) : (
    <Link to={url} className={linkClass}>
      {content}
    </Link>
  )
}
