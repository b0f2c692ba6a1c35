import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
export const localesFolder = join(root, 'apps/web/app/locales')
const serverModules = ['leaving/exports', 'site/mail', 'content/participants']

/** All texts of the product in one language by `file.key`: of screens, and of what the server writes, such as emails (`mail.…`). */
export function textsOf(locale: string): Map<string, string> {
  const ofWeb = readdirSync(join(localesFolder, locale)).map((file) => ({
    name: basename(file, '.json'),
    path: join(localesFolder, locale, file),
  }))
  const ofServer = serverModules.map((module) => ({
    name: basename(module),
    path: join(root, 'apps/server/src/modules', module, 'locales', `${locale}.json`),
  }))
  return new Map(
    [...ofWeb, ...ofServer].flatMap(({ name, path }) =>
      Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>).map(
        ([key, text]) => [`${name}.${key}`, text] as const,
      ),
    ),
  )
}

/** The key without its plural form. */
export const stemOf = (key: string): string => key.replace(/_(?:zero|one|two|few|many|other)$/, '')
