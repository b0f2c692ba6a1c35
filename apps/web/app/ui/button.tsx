import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

export type ButtonVariant = 'primary' | 'ink' | 'quiet' | 'outline' | 'ghost' | 'tip' | 'danger' | 'media'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-primary text-on-primary shadow-[inset_0_0_0_1px_var(--primary-edge)] dark:shadow-none hover:bg-primary-hover active:bg-primary-press',
  ink: 'bg-ink text-canvas hover:opacity-88',
  quiet: 'bg-surface-2 text-ink hover:bg-surface-3',
  outline: 'bg-transparent text-ink shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-surface-2',
  ghost: 'bg-transparent text-ink-2 hover:bg-surface-2 hover:text-ink',
  tip: 'bg-token-soft text-token-soft-ink hover:brightness-97 dark:hover:brightness-115',
  danger: 'bg-danger text-on-danger hover:brightness-110',
  media: 'bg-[rgb(24_19_16/.66)] text-white backdrop-blur-md hover:bg-[rgb(24_19_16/.8)]',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 px-[13px] text-sm gap-1.5 [&>svg]:size-4 pointer-coarse:min-h-11',
  md: 'h-10 px-[18px] text-md [&>svg]:size-5 pointer-coarse:min-h-11',
  lg: 'h-12 px-6 text-base [&>svg]:size-5',
  xl: 'h-[54px] px-7 text-lg [&>svg]:size-5',
}

export const buttonClass = (variant: ButtonVariant = 'quiet', size: ButtonSize = 'md', wide = false): string =>
  clsx(
    'looks-pressable inline-flex items-center justify-center gap-2 shrink-0 rounded-full font-strong leading-none whitespace-nowrap select-none no-underline',
    'transition-[background-color,filter,opacity,scale] duration-(--fast) ease-fan active:scale-[.98]',
    'focus-visible:rounded-full disabled:opacity-55 disabled:pointer-events-none aria-disabled:not-aria-busy:opacity-55',
    '[&>svg]:shrink-0',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  )

interface Variants {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
}
type ButtonProps = ComponentProps<'button'> &
  Variants & {
    /** The step in progress. It replaces the label; the button keeps its width and ignores clicks. */
    busy?: ReactNode
  }

export function Button({
  variant,
  size,
  wide,
  busy,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const working = Boolean(busy)
  return (
    <button
      {...rest}
      type={type}
      aria-busy={working || undefined}
      aria-disabled={working || undefined}
      onClick={working ? (event) => event.preventDefault() : onClick}
      className={clsx(buttonClass(variant, size, wide), className)}
    >
      {working ? (
        <span className="grid">
          <span
            className="invisible col-start-1 row-start-1 inline-flex items-center justify-center gap-2"
            aria-hidden="true"
          >
            {children}
          </span>
          <span className="col-start-1 row-start-1 animate-pulse self-center text-center" aria-live="polite">
            {busy}
          </span>
        </span>
      ) : (
        children
      )}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, className, ...rest }: LinkProps & Variants) {
  return <Link {...rest} className={clsx(buttonClass(variant, size, wide), className)} />
}

const iconSizes = {
  sm: 'size-8 [&>svg]:size-4 pointer-coarse:size-11',
  md: 'size-10 [&>svg]:size-5 pointer-coarse:size-11',
  lg: 'size-12 [&>svg]:size-5',
}
export const iconButtonClass = (variant: ButtonVariant = 'ghost', size: keyof typeof iconSizes = 'md'): string =>
  clsx(
    'looks-pressable inline-grid place-items-center shrink-0 rounded-full transition-[background-color,scale] duration-(--fast) ease-fan active:scale-95 focus-visible:rounded-full disabled:opacity-50',
    variants[variant],
    iconSizes[size],
  )

interface IconVariants {
  /** The name, for screen readers and the tooltip. */
  label: string
  variant?: ButtonVariant
  size?: keyof typeof iconSizes
  /** Where the tooltip opens. */
  tip?: 'bottom' | 'top' | 'end' | 'none'
}
const tipProps = (label: string, tip: IconVariants['tip'] = 'bottom') =>
  tip === 'none' ? {} : { 'data-tip': label, ...(tip === 'bottom' ? {} : { 'data-tip-side': tip }) }

export function IconButton({
  label,
  variant,
  size,
  tip,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & IconVariants) {
  return (
    <button
      {...rest}
      {...tipProps(label, tip)}
      type={type}
      aria-label={label}
      className={clsx(iconButtonClass(variant, size), className)}
    />
  )
}
/** With a `badge`, whose text belongs to the name, the label is text of the link, too. */
export function IconLink({
  label,
  variant,
  size,
  tip,
  badge,
  className,
  children,
  ...rest
}: LinkProps & IconVariants & { badge?: ReactNode }) {
  return (
    <Link
      {...rest}
      {...tipProps(label, tip)}
      {...(badge === undefined && { 'aria-label': label })}
      className={clsx(iconButtonClass(variant, size), className)}
    >
      {children}
      {badge === undefined ? null : (
        <>
          <span className="sr-only">{label} </span>
          {badge}
        </>
      )}
    </Link>
  )
}
