import arabic from './arabic.css?url'
import chinese from './chinese.css?url'
import japanese from './japanese.css?url'
import korean from './korean.css?url'

const sheets: Record<string, string> = { ar: arabic, ja: japanese, ko: korean, zh: chinese }

/** The faces of a script that our own do not have; sent to its readers only. */
export const localeSheet = (locale: string): string | undefined => sheets[locale.split('-')[0] ?? '']
