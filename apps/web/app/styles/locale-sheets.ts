import arabic from './arabic.css?url'
import chineseFaces from './chinese-faces.css?url'
import chinese from './chinese.css?url'
import japaneseFaces from './japanese-faces.css?url'
import japanese from './japanese.css?url'
import koreanFaces from './korean-faces.css?url'
import korean from './korean.css?url'

interface LocaleSheets {
  /** How its words are set: there before any is drawn, or they would move. */
  words?: string
  /** The faces that our own do not have, where they are too many to wait for. */
  faces?: string
}
const sheets: Record<string, LocaleSheets> = {
  ar: { words: arabic },
  ja: { words: japanese, faces: japaneseFaces },
  ko: { words: korean, faces: koreanFaces },
  zh: { words: chinese, faces: chineseFaces },
}

/** What a script needs beyond our own sheets; sent to its readers only. */
export const localeSheets = (locale: string): LocaleSheets => sheets[locale.split('-')[0] ?? ''] ?? {}
