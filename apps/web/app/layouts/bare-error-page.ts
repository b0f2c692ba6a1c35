import { directionOf } from '@fanlight/contract/locales'
import type { Translator } from '@fanlight/contract/translator'
import type { PageInfo } from '../page.ts'
import publicSheet from '../styles/public.css?url'
import { buttonClass } from '../ui/button.tsx'

/**
 * Where an error of rendering also reaches past the error boundaries of the routes, React leaves an empty document. This page needs
 * neither React nor markup: it is made of nodes, which no policy of Trusted Types refuses.
 */
export function showBareErrorPage(t: Translator, { locale, theme }: Pick<PageInfo, 'locale' | 'theme'>): void {
  const root = document.createElement('html')
  Object.assign(root, { lang: locale, dir: directionOf(locale), className: theme === 'system' ? '' : theme })
  const sheet = Object.assign(node('link'), { rel: 'stylesheet', href: publicSheet })
  const scheme = Object.assign(node('meta'), {
    name: 'color-scheme',
    content: theme === 'system' ? 'light dark' : theme,
  })
  const size = Object.assign(node('meta'), { name: 'viewport', content: 'width=device-width, initial-scale=1' })
  const again = node('a', `${buttonClass('primary', 'lg')} mt-7`, t('ui.failed.again'))
  again.href = location.pathname + location.search
  const main = node('main', 'flex min-h-dvh flex-col items-center justify-center px-6 py-12 text-center')
  main.append(
    node('h1', 'text-3xl', t('ui.failed.broken.title')),
    node('p', 'mt-3 max-w-[26em] text-lg text-ink-2', t('ui.failed.broken.text')),
    again,
  )
  const [head, body] = [node('head'), node('body')]
  head.append(size, scheme, node('title', '', t('ui.failed.broken.title')), sheet)
  body.append(main)
  root.append(head, body)
  // A document holds one element at a time.
  while (document.firstElementChild) document.firstElementChild.remove()
  document.append(root)
}

function node<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text
  return made
}
