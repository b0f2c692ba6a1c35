export interface PickerOption {
  value: string
  label: string
  /** Address of a small image, 4 × 3. */
  image?: string
  /** Other search terms that match it. */
  also?: string
}
export const Flag = ({ src, className = '' }: { src: string; className?: string }) => (
  <img
    src={src}
    alt=""
    width={24}
    height={18}
    loading="lazy"
    decoding="async"
    className={`pointer-events-none shrink-0 rounded-xs ring-1 ring-line ${className}`}
  />
)
