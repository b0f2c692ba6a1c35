export interface PickerOption {
  value: string
  label: string
  /** Address of a small picture, 4 × 3. */
  picture?: string
  /** Other words that find it. */
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
    className={`pointer-events-none h-4.5 w-6 shrink-0 rounded-xs object-cover shadow-[0_0_0_1px_var(--line)] ${className}`}
  />
)
