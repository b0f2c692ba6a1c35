import type { ReactNode } from 'react'
import {
  Link as RouterLink,
  type LinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps,
  useLocation,
} from 'react-router'

export * from 'react-router'

// While a page is drawn on the server, a link needs no handlers, no prefetching and no relative path: only its address. The
// router's own links work all of that out, and a page has dozens. The browser gets the router's own; both write the same element.

export function Link(props: LinkProps) {
  const { to, prefetch, mask } = props
  return isPlain(to) && prefetch !== 'render' && !mask ? anchor(to, props) : <RouterLink {...props} />
}

export function NavLink(props: NavLinkProps) {
  const { pathname } = useLocation()
  const { to, end = false, prefetch, mask, className, style, children, ...rest } = props
  if (!isPlain(to) || /[?#%]/.test(to) || prefetch === 'render' || mask) return <RouterNavLink {...props} />
  const here = pathname.toLowerCase()
  const there = to.toLowerCase()
  const isActive =
    here === there ||
    (!end &&
      here.startsWith(there) &&
      here.charAt(there.length - (there.endsWith('/') && there !== '/' ? 1 : 0)) === '/')
  const state = { isActive, isPending: false, isTransitioning: false }
  return anchor(to, {
    'aria-current': isActive ? 'page' : undefined,
    ...rest,
    to,
    className:
      typeof className === 'function' ? className(state) : [className, isActive && 'active'].filter(Boolean).join(' '),
    style: typeof style === 'function' ? style(state) : style,
    children: typeof children === 'function' ? children(state) : children,
  })
}

/** Resolving it would change nothing. */
const isPlain = (to: LinkProps['to']): to is string =>
  typeof to === 'string' && /^\/(?!\/)/.test(to) && !/\/[./]|[?#]$/.test(to)

function anchor(
  href: string,
  {
    to: _to,
    discover = 'render',
    prefetch: _prefetch,
    relative: _relative,
    reloadDocument: _reloadDocument,
    replace: _replace,
    mask: _mask,
    state: _state,
    preventScrollReset: _preventScrollReset,
    viewTransition: _viewTransition,
    defaultShouldRevalidate: _defaultShouldRevalidate,
    children,
    ...rest
  }: LinkProps & { children?: ReactNode },
) {
  return (
    <a {...rest} href={href} data-discover={discover === 'render' ? 'true' : undefined}>
      {children}
    </a>
  )
}
