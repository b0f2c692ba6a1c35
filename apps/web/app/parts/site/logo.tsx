import clsx from 'clsx'
import { Link } from 'react-router'
import { useSite } from './site.ts'

export function LogoMark({ className, ink = false }: { className?: string; ink?: boolean }) {
  return (
    <svg viewBox="0 0 64 34" className={clsx('h-[18px] w-[34px] shrink-0', className)} aria-hidden="true">
      <path
        className={ink ? 'fill-current' : 'fill-primary'}
        d="M17.6 31.3H.05A32 32 0 0 1 5.15 15.59l14.2 10.32A14.5 14.5 0 0 0 17.6 31.3ZM21.35 23.16 7.15 12.84A32 32 0 0 1 20.51 3.13l5.42 16.7a14.5 14.5 0 0 0-4.58 3.33ZM29.17 18.78 23.74 2.08a32 32 0 0 1 16.52 0l-5.43 16.7a14.5 14.5 0 0 0-5.66 0ZM38.07 19.83l5.42-16.7a32 32 0 0 1 13.36 9.71l-14.2 10.32a14.5 14.5 0 0 0-4.58-3.33ZM44.65 25.91l14.2-10.32a32 32 0 0 1 5.1 15.71H46.4a14.5 14.5 0 0 0-1.75-5.39Z"
      />
      <path className={ink ? 'fill-current' : 'fill-token'} d="M21.6 33a10.4 10.4 0 0 1 20.8 0z" />
    </svg>
  )
}

/** The logo mark and the name, with a link to the home page. */
export function Logo({
  to = '/',
  withName = true,
  className,
}: {
  to?: string
  withName?: boolean
  className?: string
}) {
  const { name, logo } = useSite()
  return (
    <Link
      to={to}
      aria-label={name}
      className={clsx('inline-flex items-center gap-[9px] text-ink pointer-coarse:min-h-11', className)}
    >
      {logo ? <OwnLogo {...logo} /> : <LogoMark />}
      {withName && !logo ? (
        <span className="-translate-y-px font-display text-[1.375rem] leading-none font-heavy tracking-[-.035em] lowercase">
          {name}
        </span>
      ) : null}
    </Link>
  )
}

/** What an operator uploaded, at the height of ours. Only the one that is seen is fetched. */
function OwnLogo({ light, dark }: { light: string; dark: string }) {
  const look = 'h-8 w-auto max-w-40 object-contain'
  if (light === dark) return <img src={light} alt="" className={look} height={32} />
  return (
    <>
      <img src={light} alt="" className={clsx(look, 'dark:hidden')} height={32} loading="lazy" />
      <img src={dark} alt="" className={clsx(look, 'hidden dark:block')} height={32} loading="lazy" />
    </>
  )
}
