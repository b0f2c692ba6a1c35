import { useState } from 'react'
import { usePageInfo } from '../i18n/context.tsx'
import type { PageInfo } from '../page.ts'

// spec: theme.colours (the values stand in styles/tokens.css)

export type Theme = PageInfo['theme']

/** The chosen theme, and a way to change it at once: class, cookie, no reload. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(usePageInfo().theme)
  return [
    theme,
    (next) => {
      document.cookie = `theme=${next}; Path=/; Max-Age=31536000; SameSite=Lax`
      document.documentElement.classList.remove('light', 'dark')
      if (next !== 'system') document.documentElement.classList.add(next)
      setTheme(next)
    },
  ]
}
