import type { ImageSource } from '../../ui/image.tsx'

/** The address of the narrowest of its sizes. */
export function smallest({ src, webp, avif }: ImageSource): string {
  const sizes = (webp ?? avif ?? '')
    .split(/,\s+/)
    .map((entry) => entry.trim().split(/\s+/))
    .flatMap(([address, width]) => (address && width ? [{ address, width: Number.parseInt(width, 10) }] : []))
    .sort((one, other) => one.width - other.width)
  return sizes[0]?.address ?? src
}
