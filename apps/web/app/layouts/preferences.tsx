import { shippedLocales } from '@fanlight/contract/locales'
import clsx from 'clsx'
import { Check, Languages, Monitor, Moon, Sun, SunMoon } from 'lucide-react'
import { useLocation } from 'react-router'
import { usePageInfo, useT } from '../i18n/context.tsx'
import { useSettings } from '../parts/site/site.ts'
import { iconButtonClass } from '../ui/button.tsx'
import { DetailsMenu, menuRowClass } from '../ui/details-menu.tsx'
import { type Theme, useTheme } from '../ui/theme.ts'

const themes = [
  { theme: 'light', icon: Sun, key: 'ui.theme.light' },
  { theme: 'dark', icon: Moon, key: 'ui.theme.dark' },
  { theme: 'system', icon: Monitor, key: 'ui.theme.system' },
] as const satisfies readonly { theme: Theme; icon: unknown; key: string }[]

/** Plain forms: they work before and without scripts; with them, the change is at once. */
export function ThemeRows() {
  const t = useT()
  const [now, setTheme] = useTheme()
  const { pathname, search } = useLocation()
  return (
    <form
      method="post"
      action="/preferences"
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter).get('theme')
        setTheme(chosen as Theme)
      }}
    >
      <input type="hidden" name="back" value={pathname + search} />
      {themes.map(({ theme, icon: Icon, key }) => (
        <button
          key={theme}
          type="submit"
          name="theme"
          value={theme}
          aria-pressed={now === theme}
          className={menuRowClass}
        >
          <Icon aria-hidden="true" />
          <span className="flex-1">{t(key)}</span>
          <Check className={clsx(now !== theme && 'invisible')} aria-hidden="true" />
        </button>
      ))}
    </form>
  )
}

export function ThemeMenu({ side }: { side?: 'up' | 'down' }) {
  const t = useT()
  return (
    <DetailsMenu
      tip
      side={side}
      label={t('ui.theme.label')}
      summaryClass={iconButtonClass('ghost')}
      summary={<SunMoon aria-hidden="true" />}
    >
      <ThemeRows />
    </DetailsMenu>
  )
}

/** A button for each language, in that language. */
export function LocaleRows() {
  const { locale } = usePageInfo()
  const { pathname, search } = useLocation()
  const offered = useSettings()?.supportedLocales ?? shippedLocales
  return (
    <form method="post" action="/preferences">
      <input type="hidden" name="back" value={pathname + search} />
      {offered.map((entry) => (
        <button
          key={entry}
          type="submit"
          name="locale"
          value={entry}
          lang={entry}
          aria-pressed={entry === locale}
          className={menuRowClass}
        >
          <span className="flex-1">{ownName(entry)}</span>
          <Check className={clsx(entry !== locale && 'invisible')} aria-hidden="true" />
        </button>
      ))}
    </form>
  )
}

export function LocaleMenu({ side }: { side?: 'up' | 'down' }) {
  const t = useT()
  return (
    <DetailsMenu
      tip
      side={side}
      label={t('ui.language.label')}
      summaryClass={iconButtonClass('ghost')}
      summary={<Languages aria-hidden="true" />}
    >
      <LocaleRows />
    </DetailsMenu>
  )
}

const ownNames = new Map<string, string>()

/** The name of a language in that language: 日本語. */
export function ownName(locale: string): string {
  let name = ownNames.get(locale)
  if (!name) {
    // 繁體中文 and not 中文 alone: of the languages we speak, only Chinese is written in two ways.
    const spoken = /^zh-(?:TW|HK|MO)$/.test(locale) ? 'zh-Hant' : (locale.split('-')[0] ?? locale)
    name = new Intl.DisplayNames([locale], { type: 'language' }).of(spoken) ?? locale
    name = name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
    ownNames.set(locale, name)
  }
  return name
}
