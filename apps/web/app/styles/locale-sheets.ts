import arabic from './arabic.css?url'
import chineseFaces from './chinese-faces.css?url'
import chinese from './chinese.css?url'
import japaneseFaces from './japanese-faces.css?url'
import japanese from './japanese.css?url'
import koreanFaces from './korean-faces.css?url'
import korean from './korean.css?url'

interface LocaleSheets {
  /** The typography of its script: loaded before the first text is rendered, to prevent a layout shift. */
  text?: string
  /** The fonts for characters that our own fonts do not have, where they are too many to block rendering. */
  faces?: string
}
const sheets: Record<string, LocaleSheets> = {
  ar: { text: arabic },
  ja: { text: japanese, faces: japaneseFaces },
  ko: { text: korean, faces: koreanFaces },
  zh: { text: chinese, faces: chineseFaces },
}

/** What a script needs beyond our own sheets; sent to its readers only. */
export const localeSheets = (locale: string): LocaleSheets => sheets[locale.split('-')[0] ?? ''] ?? {}
