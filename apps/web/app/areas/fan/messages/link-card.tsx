import type { Message } from './message.ts'

/** What the page behind a link says about itself. */
export function LinkCard({ preview }: { preview: NonNullable<Message['linkPreview']> }) {
  const { url, title, description, siteName, image } = preview
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="block w-80 max-w-full overflow-hidden rounded-md bg-surface ring-1 ring-line hover:bg-surface-2 focus-visible:rounded-md"
    >
      {image ? (
        <img
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          className="aspect-[1.91] w-full bg-surface-3 object-cover"
        />
      ) : null}
      <span className="block px-3.5 py-2.5">
        {siteName ? (
          <span className="block truncate text-xs text-ink-3">
            <bdi>{siteName}</bdi>
          </span>
        ) : null}
        <span dir="auto" className="line-clamp-2 text-sm font-semibold wrap-anywhere">
          {title || url}
        </span>
        {description ? (
          <span dir="auto" className="mt-0.5 line-clamp-2 text-xs text-ink-2 wrap-anywhere">
            {description}
          </span>
        ) : null}
      </span>
    </a>
  )
}
